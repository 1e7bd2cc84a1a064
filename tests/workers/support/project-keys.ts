export const PROJECT_KEYS = { publishable: "sb_publishable_test", secret: "sb_secret_test_0123456789" };
