/** Replaced in a moment. */
export function BrandingPage() {
  return null
}
