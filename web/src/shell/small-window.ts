/** Pages that people reach by a link or need before they can work: they fit a phone and are never covered. */
const ANY_WINDOW = /^\/(?:login|forgot-password|set-password|asks\/[^/]+|forms\/[^/]+\/[^/]+)\/?$/

/** Whether a page works in any window; all others need 960×650. */
export function fitsAnyWindow(pathname: string): boolean {
  return ANY_WINDOW.test(pathname)
}
