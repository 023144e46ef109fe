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
export function afterTelling(typed: Typed, told: string | undefined): Typed {
  if (typed.seen === told) return typed
  const at = typed.sent.indexOf(told)
  if (at >= 0) return { ...typed, seen: told, sent: typed.sent.slice(at + 1) }
  return { text: told ?? '', seen: told, sent: [] }
}
