export interface RichTextProps {
  /** Sanitized by the server, and again here. */
  html: string
  /** Names of mentioned users by ID: they replace the names in the text. */
  names?: ReadonlyMap<string, string>
}
