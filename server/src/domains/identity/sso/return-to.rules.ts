const LONGEST = 2000
/** Where the name of an origin is of no matter: only how the path is read against it. */
const SOMEWHERE = 'https://somewhere.invalid'

/** The path of ours that a sign-in leads back to; null when the text could lead anywhere else. */
export function ownPath(text: string | undefined): string | null {
  if (text === undefined || text.length > LONGEST || !/^\/(?![/\\])/.test(text)) return null
  // Browsers read a backslash as a slash, and drop tabs and line breaks before they read at all.
  // eslint-disable-next-line no-control-regex -- exactly these are meant
  if (/[\\\u0000-\u0020\u007f]/.test(text) || /^\/(?:%2f|%5c|%09|%0a|%0d)/i.test(text)) return null
  const url = URL.parse(text, SOMEWHERE)
  if (url === null || url.origin !== SOMEWHERE || url.pathname.startsWith('//')) return null
  return text
}
