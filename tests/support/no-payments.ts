import type { Payments } from "#core/ports.ts";

const nobody = () => Promise.reject(new Error("The payment provider is not part of this test."));

/** For tests in which nobody pays; a test replaces the methods it needs. */
export const noPayments: Payments = {
  createCheckout: nobody,
  retrieveCheckout: nobody,
  findCheckout: nobody,
  expireCheckout: nobody,
  refundPayment: nobody,
  createRefund: nobody,
  retrieveReversals: nobody,
  listCharges: nobody,
  listReversals: nobody,
  paymentStatus: nobody,
  retrieveEvent: nobody,
  verifyEvent: nobody,
  createCustomer: nobody,
  deleteCustomer: nobody,
  createCardSetup: nobody,
  retrieveCardSetup: nobody,
  retrieveCard: nobody,
  cardOfPayment: nobody,
  detachCard: nobody,
  chargeCard: nobody,
  retrieveCharge: nobody,
  findCharge: nobody,
  cancelCharge: nobody,
  confirmCharge: nobody,
  paymentDetails: nobody,
  invoiceUrl: nobody,
};
