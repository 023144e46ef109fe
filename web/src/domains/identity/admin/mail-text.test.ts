import { expect, test } from 'vitest'
import { textParts } from './mail-text.ts'

test('URLs in an email become links, without trailing punctuation', () => {
  expect(textParts('Open http://localhost:4000/set-password?token=a-b_c. It holds once.')).toEqual([
    { text: 'Open ' },
    {
      text: 'http://localhost:4000/set-password?token=a-b_c',
      href: 'http://localhost:4000/set-password?token=a-b_c',
    },
    { text: '. It holds once.' },
  ])
})

test('other schemes stay text', () => {
  expect(textParts('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)' }])
})
