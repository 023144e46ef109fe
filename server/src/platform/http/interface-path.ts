const ROOTS = /^\/(?:api|iam|tenant|hooks|metrics|socket\.io)(?:[/.?]|$)/i
/** Names that begin with a dot are looked for by programs: configuration, version control, well-known documents. */
const HIDDEN = /\/(?:\.|%2e)[^/]/i

/** True for paths that the interface owns, where an unknown one is a 404 and never the web app. */
export function isInterfacePath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? url
  return ROOTS.test(path) || HIDDEN.test(path)
}

/** True for a caller that reads no pages: it names types it accepts, and none that a page has. */
export function wantsNoPage(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return false
  return /json|xml(?!.*html)/i.test(accept) && !/text\/html|application\/xhtml/i.test(accept)
}
