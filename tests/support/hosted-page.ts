const TEST_CARD = "4242424242424242";

/** Fills in the payment page's form as a browser would. @returns the address the payer lands on. */
export async function payOnHostedPage(url: string, number = TEST_CARD): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email: "payer@example.com", number }),
  });
  const landing = response.headers.get("location");
  if (!landing)
    throw new Error(`The payment page returned ${response.status} without redirecting the payer.`);
  return landing;
}
