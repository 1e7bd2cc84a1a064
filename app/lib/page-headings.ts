/** What a page is called, and what it is for. The server writes both before anything else of the page is there. */
export const pageHeadings = {
  dashboard: { title: "Dashboard", description: "Monitor your API usage and account status" },
  apiKeys: { title: "API Keys", description: "Create and manage the keys your applications send" },
  usage: { title: "Usage", description: "Every request of your keys, with what it cost" },
  addBalance: { title: "Add Balance", description: "Top up your prepaid balance in US dollars" },
  purchase: {
    title: "Purchase API Key",
    description: "One payment, one year: a key on the Premium plan, ready as soon as it is paid",
  },
  billing: {
    title: "Billing",
    description: "Every payment you made and everything your balance was spent on",
  },
  activity: { title: "Activity", description: "What was done with your keys, your access and your balance" },
  users: { title: "Users", description: "Your sign-in details, and who else can join" },
  settings: { title: "Settings", description: "Your account, how it looks and how it is protected" },
} as const;
