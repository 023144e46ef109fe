import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PIECES = [
  '<p>',
  '</p>',
  '<br>',
  '<b>',
  '</b>',
  '<ul><li>',
  '</li></ul>',
  '<pre>',
  '</pre>',
  '<blockquote>',
  '</blockquote>',
  '<a href="https://a.b/?x=1&y=&quot;">',
  '</a>',
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&amp;lt;',
  '<h3>',
  '</h3>',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  'a',
  'É',
  '日',
  '"',
  '\\',
  '%',
  '_',
  '&',
]

describe('the plain text of rich text', () => {
  let house: RecordsFixture
  let richText: (html: string) => string
  beforeAll(async () => {
    house = await createRecordsFixture()
    const { id } = await house.anApp()
    const app = await house.scope.read((tx) => house.apps.compiled(tx, id))
    richText = app?.richText ?? String
  })
  afterAll(() => house.close())

  it('is the same in the database and outside of it', async () => {
    const html = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 30 })
      .map((parts) => richText(parts.join('')))
    await fc.assert(
      fc.asyncProperty(fc.array(html, { minLength: 20, maxLength: 20 }), async (all) => {
        const rows = await house.scope.read((tx) =>
          tx.query<{ plain: string }>(
            'select caseloom.rich_plain(t) as plain from unnest($1::text[]) with ordinality as h(t, n) order by n',
            [all],
          ),
        )
        expect(rows.map((row) => row.plain)).toEqual(all.map(plainTextOf))
      }),
      { numRuns: 60 },
    )
  })
})
