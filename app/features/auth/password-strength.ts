const SCORE_STEP = 25;

const CRITERIA = [
  (password: string) => password.length >= 8,
  (password: string) => /\p{Lu}/u.test(password),
  (password: string) => /\p{Nd}/u.test(password),
  (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
];

interface PasswordStrength {
  /** 0 to 100, in steps of 25. */
  score: number;
  label: "Weak" | "Fair" | "Good" | "Strong";
}

/** Display only, never blocks (specification, section 5). */
export function passwordStrength(password: string): PasswordStrength {
  const score = CRITERIA.filter((isMet) => isMet(password)).length * SCORE_STEP;
  if (score <= 25) return { score, label: "Weak" };
  if (score <= 50) return { score, label: "Fair" };
  return { score, label: score <= 75 ? "Good" : "Strong" };
}
