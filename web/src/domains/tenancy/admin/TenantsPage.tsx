/** Replaced in a moment. */
export function TenantsPage() {
  return null
}
