import { expect, test } from 'vitest'
import { quotedComment } from './quoted-comment.rules.ts'

const [TENANT, APP, RECORD, COMMENT] = [1, 2, 3, 4].map((at) => `00000000-0000-7000-8000-00000000000${at}`)
const place = `/account/${APP}/tenant/${TENANT}/record/${APP}/${RECORD}`

test.each([
  ['mention', `${place}?tab=comments#comment-${COMMENT}`, { tenantId: TENANT, commentId: COMMENT }],
  ['comment', `${place}#comment-${COMMENT}`, { tenantId: TENANT, commentId: COMMENT }],
  ['taskAssigned', `${place}#comment-${COMMENT}`, null],
  ['mention', place, null],
  ['mention', `${place}#comment-1`, null],
  ['mention', null, null],
])('the link of a notification names the comment that it quotes: %s, %s', (kind, link, quote) => {
  expect(quotedComment({ kind, link })).toEqual(quote)
})
