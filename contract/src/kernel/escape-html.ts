/** A plain text as the content of an HTML or XML element; attributes need their quotes replaced besides. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
