import { describe, expect, it } from 'vitest'
import { linkedText, LiveText, Sources } from './answer-links.rules.ts'

function sources(): Sources {
  const all = new Sources()
  all.add({ kind: 'record', title: 'ALR-7 [odd](x) <b>', to: '/account/a/record/7' })
  all.add({ kind: 'help', title: 'Search', to: '/help/use/search' })
  return all
}

describe('links of a model’s answer', () => {
  it('are citations of what tools found and nothing else', () => {
    expect(linkedText('See [S2], [S9].', sources())).toBe('See [Search](/help/use/search), .')
    for (const text of [
      '[S2](https://evil.test)',
      '[a][b]\n\n[b]: https://evil.test',
      '**[a](https://evil.test)**',
      '- [a](javascript:alert)\n- <https://evil.test>',
      '| a |\n|---|\n| [x](//evil.test) |',
      '![x](https://evil.test/p.png)',
      '<a href="https://evil.test">x</a>',
      'www.evil.test and a@evil.test',
      '[[a](https://evil.test)](https://evil.test)',
    ]) {
      const clean = linkedText(text, new Sources())
      expect(clean, text).not.toMatch(/\]\(|<a |<https|\]: http/)
    }
  })

  it('write the titles of sources as plain text', () => {
    expect(linkedText('[S1]', sources())).toBe(String.raw`[ALR-7 \[odd\](x) \<b\>](/account/a/record/7)`)
  })

  it('leave code and what is no link alone', () => {
    const text = 'Use `a[0](b)` where a < b and 1:2.'
    expect(linkedText(text, sources())).toBe(text)
  })

  it('name the sources that are cited, or the first ones where none is', () => {
    expect(
      sources()
        .citedIn('As [S2] says')
        .map(({ title }) => title),
    ).toEqual(['Search'])
    expect(sources().citedIn('Nothing')).toHaveLength(2)
  })

  it('stream as they will stand, whatever the pieces are cut like', () => {
    const text = 'Per [S2] see https://evil.test or [x](y) and www.evil.test.'
    for (const size of [1, 2, 3, 5, 100]) {
      const live = new LiveText(sources())
      let shown = ''
      for (let at = 0; at < text.length; at += size) shown += live.push(text.slice(at, at + size))
      shown += live.rest()
      expect(shown, String(size)).toContain('Per [Search](/help/use/search) see https')
      expect(shown).not.toMatch(/https:\/\/|(?<!\\)\[x|www\.evil/)
    }
  })
})
