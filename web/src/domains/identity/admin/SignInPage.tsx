/** Replaced in a moment. */
export function SignInPage() {
  return null
}
