/** Replaced in a moment. */
export function AuditPage() {
  return null
}
