import { codePoint } from '@caseloom/testkit/code-points'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachmentNamed } from './content-disposition.ts'

describe('the name of a download', () => {
  it.each([
    ['a.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
    ['été 1.txt', `attachment; filename="ete 1.txt"; filename*=UTF-8''%C3%A9t%C3%A9%201.txt`],
    ['a"b\\c;d.txt', `attachment; filename="a_b_c_d.txt"; filename*=UTF-8''a%22b%5Cc%3Bd.txt`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
    ['日本.csv', `attachment; filename="_.csv"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.csv`],
  ])('%j', (name, header) => expect(attachmentNamed(name)).toBe(header))

  it('comes back whole, and never leaves its header', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, minLength: 1 }), (name) => {
        const header = attachmentNamed(name)
        expect(header).toMatch(
          /^attachment; filename="[ !#-:<-[\]-~]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/,
        )
        expect(decodeURIComponent(header.split(`UTF-8''`)[1] ?? '')).toBe(name.toWellFormed())
      }),
    )
  })
})
