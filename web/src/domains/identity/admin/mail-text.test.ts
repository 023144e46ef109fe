import { expect, test } from 'vitest'
import { textParts } from './mail-text.ts'

test('addresses in a mail become links, without the full stop behind them', () => {
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
