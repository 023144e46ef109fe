import { type SmtpStub, startSmtpStub } from '@caseloom/testkit/smtp-stub'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Letter, type LetterParts, type Post, smtpPost } from './smtp.ts'

const AUTH = { user: 'robot', pass: 'kept-by-nobody-else' }

let stub: SmtpStub
const posts: Post[] = []
beforeAll(async () => {
  stub = await startSmtpStub(AUTH)
})
afterEach(() => {
  for (const post of posts.splice(0)) post.close()
  stub.letters.length = 0
})
afterAll(() => stub.close())

function aPost(auth = AUTH): Post {
  const post = smtpPost({ host: '127.0.0.1', port: stub.port, secure: false, auth })
  posts.push(post)
  return post
}

const PARTS: LetterParts = {
  to: ['ann@example.test'],
  cc: [],
  bcc: [],
  replyTo: null,
  html: null,
  attachments: [],
}
const aLetter = (over: Partial<Letter> = {}, parts: Partial<LetterParts> = {}): Letter => ({
  messageId: '<1@example.test>',
  date: new Date(0),
  from: 'Case desk <desk@example.test>',
  to: 'ann@example.test',
  subject: 'Hello',
  text: 'Body',
  more: { ...PARTS, ...parts },
  ...over,
})

/** Names of all header lines of a letter, those of its parts too; folded lines belong to the one before. */
function headersOf(raw: string): string[] {
  return raw
    .split('\r\n')
    .filter((line) => /^[A-Za-z][\w-]*:/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
}

/** What begins a line of its own in one reader of mail or another. */
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u000b',
  '\u0000',
  '=0D=0A',
  '%0d%0a',
]

describe('a letter', () => {
  it.each(BREAKS.map((one) => [JSON.stringify(one), one]))(
    'gets no header and no receiver by %s in what people write',
    async (_name, br) => {
      const evil = `x${br}Bcc: eve@example.test${br}X-Evil: yes`
      const file = {
        name: `report${br}X-Evil: yes.pdf`,
        mediaType: 'application/pdf',
        content: Buffer.from('%PDF'),
      }
      const letters = [
        aLetter({ subject: evil }),
        aLetter({ from: `${evil} <desk@example.test>` }),
        aLetter({ messageId: `<1@${evil}>` }),
        aLetter({}, { replyTo: `ann${evil}@example.test` }),
        aLetter({}, { cc: [`ann${evil}@example.test`] }),
        aLetter({}, { attachments: [file] }),
        aLetter({}, { attachments: [{ ...file, mediaType: `text/plain${br}X-Evil: yes` }] }),
      ]
      const post = aPost()
      // What is not sent at all does no harm either.
      for (const letter of letters) await post.send(letter).catch(() => undefined)
      expect(stub.letters.length).toBeGreaterThan(3)
      for (const { raw, to } of stub.letters) {
        expect(headersOf(raw)).not.toContain('x-evil')
        expect(headersOf(raw)).not.toContain('bcc')
        expect(to).not.toContain('eve@example.test')
        expect(to[0]).toBe('ann@example.test')
      }
    },
  )

  it('would show a header that got in', async () => {
    await aPost().send(aLetter({ text: 'Body\r\nX-Evil: yes' }))
    expect(headersOf(stub.letters[0]?.raw ?? '')).toContain('x-evil')
  })

  it('has no hidden receivers in its headers, though they get it', async () => {
    await aPost().send(aLetter({}, { bcc: ['quiet@example.test'] }))
    expect(stub.letters[0]?.to).toEqual(['ann@example.test', 'quiet@example.test'])
    expect(stub.letters[0]?.raw).not.toContain('quiet@example.test')
  })
})

describe('a refusal', () => {
  it('does not repeat the password that the server quotes, in whatever form', async () => {
    const wrong = { user: 'robot', pass: 'planted-wrong-password' }
    await expect(aPost(wrong).send(aLetter())).rejects.toThrow('Wrong credentials robot [hidden]')
    const pairs = Buffer.from(`\0${wrong.user}\0${wrong.pass}`).toString('base64')
    for (const said of [wrong.pass, pairs, Buffer.from(wrong.pass).toString('base64')]) {
      stub.refuse({ code: 451, text: `Quoted ${said} by us` })
      const right = smtpPost({ host: '127.0.0.1', port: stub.port, secure: false, auth: AUTH })
      posts.push(right)
      await expect(right.send(aLetter())).rejects.toThrow(said)
    }
    stub.refuse({ code: 451, text: `${'x'.repeat(440)} ${AUTH.pass}` })
    const cut = await aPost()
      .send(aLetter())
      .then(
        () => 'sent',
        (error: Error) => error.message,
      )
    expect(cut).not.toContain(AUTH.pass.slice(0, 8))
    stub.refuse(null)
  })
})
