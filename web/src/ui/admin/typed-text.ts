export interface Typed {
  text: string
  /** What the address said when we looked last. */
  seen: string | undefined
  /** Written into the URL and not seen there yet, oldest first. */
  sent: readonly (string | undefined)[]
}

/** The text after a URL update was requested. */
export function afterSending(typed: Typed, text: string | undefined): Typed {
  const last = typed.sent.length === 0 ? typed.seen : typed.sent.at(-1)
  return text === last ? typed : { ...typed, sent: [...typed.sent, text] }
}

/** The text after the URL changed: our own echoes change nothing; other changes replace it. */
export function afterTelling(typed: Typed, fromUrl: string | undefined): Typed {
  if (typed.seen === fromUrl) return typed
  const at = typed.sent.indexOf(fromUrl)
  if (at >= 0) return { ...typed, seen: fromUrl, sent: typed.sent.slice(at + 1) }
  return { text: fromUrl ?? '', seen: fromUrl, sent: [] }
}
