export interface QuotedComment {
  tenantId: string
  commentId: string
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const LINK = new RegExp(`/tenant/(${ID})/record/.*#comment-(${ID})$`)
const QUOTING: ReadonlySet<string> = new Set(['mention', 'comment'])

/** The comment that a notification quotes, which its link leads to; null for any other notification. */
export function quotedComment({ kind, link }: { kind: string; link: string | null }): QuotedComment | null {
  const [, tenantId, commentId] = QUOTING.has(kind) ? (LINK.exec(link ?? '') ?? []) : []
  return tenantId === undefined || commentId === undefined ? null : { tenantId, commentId }
}
