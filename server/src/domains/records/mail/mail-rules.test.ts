import { describe, expect, it } from 'vitest'
import { authenticationOf, domainOf, type HeaderLine } from './mail-authentication.rules.ts'
import { safeMail } from './mail-html.ts'
import { mailObservables } from './mail-observables.rules.ts'
import { receivedPath } from './received-path.rules.ts'
import { claimedByName, repliesDiffer, shownHost } from './sender-claims.rules.ts'

const header = (name: string, value: string): HeaderLine => ({ name, value })
const RECEIVED = header(
  'Received',
  'from a.example.net (a.example.net [198.51.100.7]) by mx.example.com with ESMTPS id 1; Sun, 22 Nov 2026 22:10:09 +0000',
)
const results = (value: string) => header('Authentication-Results', value)

describe('authentication results', () => {
  const found = (headers: HeaderLine[]) => {
    const { server, untrusted, spf, dkim, dmarc, arc } = authenticationOf(headers)
    return { server, untrusted, results: [spf, dkim, dmarc, arc].map((one) => one?.result ?? null) }
  }

  it.each<[string, HeaderLine[], ReturnType<typeof found>]>([
    ['nothing', [RECEIVED], { server: null, untrusted: null, results: [null, null, null, null] }],
    [
      'all four',
      [results('mx.example.com; spf=fail smtp.mailfrom=a@b.example; DKIM=none; dmarc=fail; arc=pass')],
      { server: 'mx.example.com', untrusted: null, results: ['fail', 'none', 'fail', 'pass'] },
    ],
    [
      'a version, comments with marks, and quotes',
      [
        results(
          'mx.example.com 1; spf=pass (a; dkim=pass (b)) smtp.helo="x;dmarc=pass"; dmarc=fail (p=none)',
        ),
      ],
      { server: 'mx.example.com', untrusted: null, results: ['pass', null, 'fail', null] },
    ],
    [
      'several signatures, of which one passes',
      [results('mx.example.com; dkim=fail header.d=a.example; dkim=pass header.d=b.example')],
      { server: 'mx.example.com', untrusted: null, results: [null, 'pass', null, null] },
    ],
    [
      'only the topmost header',
      [results('mx.example.com; spf=fail'), results('mx.example.com; spf=pass; dkim=pass')],
      { server: 'mx.example.com', untrusted: null, results: ['fail', null, null, null] },
    ],
    [
      'below a server of the same domain',
      [RECEIVED, results('in.example.com; spf=pass')],
      { server: 'in.example.com', untrusted: null, results: ['pass', null, null, null] },
    ],
    [
      'what the sender brought',
      [RECEIVED, results('mx.trusted.example; spf=pass; dkim=pass; dmarc=pass')],
      { server: null, untrusted: 'mx.trusted.example', results: [null, null, null, null] },
    ],
    [
      'what the sender brought with a hop of the server that it names',
      [
        RECEIVED,
        header('Received', 'from a by mx.trusted.example with ESMTP; Sun, 22 Nov 2026 22:10:08 +0000'),
        results('mx.trusted.example; spf=pass; dkim=pass; dmarc=pass'),
      ],
      { server: null, untrusted: 'mx.trusted.example', results: [null, null, null, null] },
    ],
    [
      'a server below a hop that names only an address',
      [
        header('Received', 'by 2002:a05:6358:1234 with SMTP id x; Sun, 22 Nov 2026 22:10:10 +0000'),
        RECEIVED,
        results('in.example.com; spf=pass'),
      ],
      { server: 'in.example.com', untrusted: null, results: ['pass', null, null, null] },
    ],
    [
      'a server without a name, below one of Microsoft',
      [
        header(
          'Received',
          'from x by AM0.eurprd04.prod.outlook.com with HTTPS; Sun, 22 Nov 2026 22:10:09 +0000',
        ),
        results('spf=softfail (sender IP is 198.51.100.7) smtp.mailfrom=a.example; dkim=none'),
      ],
      { server: null, untrusted: null, results: ['softfail', 'none', null, null] },
    ],
    [
      'no results',
      [results('mx.example.com; none')],
      { server: 'mx.example.com', untrusted: null, results: [null, null, null, null] },
    ],
    ['nonsense', [results(';;;(((')], { server: null, untrusted: null, results: [null, null, null, null] }],
  ])('of %s', (_name, headers, wanted) => {
    expect(found(headers)).toEqual(wanted)
  })

  it('keep what was checked', () => {
    expect(
      authenticationOf([results('mx.example.com; dmarc=fail (p=NONE)\r\n  header.from=a.example')]).dmarc,
    ).toEqual({ result: 'fail', detail: '(p=NONE) header.from=a.example' })
  })

  it.each([
    ['mx1.mail.example.com', 'example.com'],
    ['a.example.co.uk', 'example.co.uk'],
    ['localhost', 'localhost'],
  ])('know the domain of %s', (host, domain) => {
    expect(domainOf(host)).toBe(domain)
  })
})

describe('the received path', () => {
  it('goes from the oldest server to the newest, with what each waited', () => {
    const path = receivedPath([
      header('Received', 'by mailbox-3.example.com with LMTP id x; Sun, 22 Nov 2026 22:10:13 +0000 (UTC)'),
      RECEIVED,
      header(
        'Received',
        'from [10.0.0.5] (unknown [IPv6:2001:db8::1]) by a.example.net (Postfix) with ESMTP; Sun, 22 Nov 2026 23:10:12 +0100',
      ),
    ])
    expect(path).toEqual([
      {
        from: '[10.0.0.5]',
        ip: '2001:db8::1',
        by: 'a.example.net',
        protocol: 'ESMTP',
        at: '2026-11-22T22:10:12.000Z',
        delay: null,
      },
      {
        from: 'a.example.net',
        ip: '198.51.100.7',
        by: 'mx.example.com',
        protocol: 'ESMTPS',
        at: '2026-11-22T22:10:09.000Z',
        delay: -3,
      },
      {
        from: null,
        ip: null,
        by: 'mailbox-3.example.com',
        protocol: 'LMTP',
        at: '2026-11-22T22:10:13.000Z',
        delay: 4,
      },
    ])
  })

  it.each(['', ';', 'from', 'by ;;; (', `from ${'('.repeat(5_000)}; no date`])('survives %j', (value) => {
    expect(receivedPath([header('Received', value)])).toMatchObject([{ at: null, delay: null }])
  })
})

describe('a sender', () => {
  it.each([
    ['Example Bank', 'help@bank.example.com', null],
    ['help@bank.example.com', 'HELP@bank.example.com', null],
    ['help@bank.example.com', 'x@evil.example.net', 'help@bank.example.com'],
    ['bank.example.com Support', 'x@evil.example.net', 'bank.example.com'],
    ['bank.example.com Support', 'x@mail.bank.example.com', null],
    ['https://bank.example.com/', 'x@evil.example.net', 'https://bank.example.com/'],
  ])('named %s with the address %s claims %s', (name, address, claim) => {
    expect(claimedByName({ name, address })).toBe(claim)
  })

  it.each([
    [[], false],
    [['A@example.com'], false],
    [['b@example.com'], true],
    [['a@example.com', 'b@example.com'], true],
  ])('gets replies at %j: %s', (addresses, differs) => {
    const replyTo = addresses.map((address) => ({ name: '', address }))
    expect(repliesDiffer({ name: '', address: 'a@example.com' }, replyTo)).toBe(differs)
  })
})

describe('a link', () => {
  it.each([
    ['Review invoice', 'https://evil.example.net/r', null],
    ['bank.example.com', 'https://bank.example.com/login', null],
    ['www.bank.example.com', 'https://login.bank.example.com/', null],
    ['https://bank.example.com/login', 'https://evil.example.org/r', 'bank.example.com'],
    ['Sign in at bank.example.com now', 'https://evil.example.org/r', 'bank.example.com'],
    ['Sign in', 'https://bank.example.com@evil.example.org/r', 'bank.example.com'],
    ['help@bank.example.com', 'mailto:help@bank.example.com', null],
    ['help@bank.example.com', 'mailto:x@evil.example.org', 'bank.example.com'],
    ['bank.example.com', 'javascript:alert(1)', 'bank.example.com'],
  ])('%s to %s shows %s', (text, target, host) => {
    expect(shownHost(text, target)).toBe(host)
  })
})

describe('the HTML of an email', () => {
  const HOSTILE = [
    '<html><head><base href="https://b.example.net/x/"><style>p{}</style><meta http-equiv=refresh content="0;url=https://m.example.net">',
    '<script>document.title="run"</script></head><body onload=a()><p style="background:url(https://t.example.net/p)">Dear <b onclick=b()>customer</b></p>',
    '<a href="https://evil.example.org/a?b=1&amp;c=2"><b>bank.example.com</b></a><a href="next">Next</a>',
    '<a href=" java&#10;script:alert(1)">Run</a><a href="#top">Top</a>',
    '<img src="https://t.example.net/1.png" width=1 height=1><img src=cid:logo alt="Our logo">',
    '<form action="https://f.example.net/p"><input name=p type=password><button>Send</button></form>',
    '<iframe src="https://i.example.net"></iframe><svg onload=c()><a xlink:href="javascript:d()">s</a></svg>',
    '<span class="link" data-to="hxxps://bank[.]example[.]com">Forged</span><math><mi//xlink:href="data:x,1">',
  ].join('')

  it('keeps no script, form, picture, style, or address that a browser follows', () => {
    const { html, blocked } = safeMail(HOSTILE)
    expect(html).not.toMatch(/<(?:script|form|input|button|img|iframe|svg|math|meta|base|style|a)\b/i)
    expect(html).not.toMatch(/\son\w+=|style=|href|src=|url\(/i)
    expect(html).toContain('<b>customer</b>')
    expect(html).toContain('<span class="picture">Our logo</span>')
    expect(html).toContain('<span>Forged</span>')
    expect(blocked).toEqual({ pictures: 1, pixels: 1, active: 4 })
  })

  it('shows each link as its text, with its true target, defanged', () => {
    const { html } = safeMail(HOSTILE)
    expect(html).toContain(
      '<span class="link false" data-to="hxxps://evil[.]example[.]org/a?b=1&amp;c=2"><b>bank.example.com</b></span>',
    )
    expect(html).toContain('<span class="link" data-to="hxxps://b[.]example[.]net/x/next">Next</span>')
    expect(html).toContain('<span>Top</span>')
  })

  it('stays small however many links an email has, and says what was left out', () => {
    const long = `<base href="https://a.example/${'x'.repeat(3_900)}">${'<a href=b>1</a>'.repeat(30_000)}`
    const many = safeMail(long)
    expect(many.html.length).toBeLessThan(3_000_000)
    expect(many.isCut).toBe(true)
    const distinct = Array.from({ length: 501 }, (_, n) => `<a href="https://a.example/${n}">${n}</a>`)
    expect(safeMail(distinct.slice(1).join('')).isCut).toBe(false)
    expect(safeMail(distinct.join(''))).toMatchObject({ isCut: true, links: { length: 500 } })
    expect(safeMail(`${' '.repeat(500_000)}<a href="https://a.example/">late</a>`).isCut).toBe(true)
  })

  it('lists where links and forms lead', () => {
    expect(safeMail(HOSTILE).links.map(({ kind, target, shows }) => [kind, target, shows])).toEqual([
      ['link', 'https://evil.example.org/a?b=1&c=2', 'bank.example.com'],
      ['link', 'https://b.example.net/x/next', null],
      ['link', 'javascript:alert(1)', null],
      ['link', 'javascript:d()', null],
      ['link', 'https://m.example.net/', null],
      ['form', 'https://f.example.net/p', null],
    ])
  })

  it('lists what a click can reach besides links: maps, buttons, and what is shown without scripts', () => {
    const { links, html } = safeMail(
      [
        '<img usemap="#m"><map name=m><area href="https://map.example.net/" alt="bank.example.com"></map>',
        '<form><input type=image formaction="https://i.example.net/"><button formaction="https://b.example.net/">Go</button></form>',
        '<noscript><a href="https://n.example.net/">Open</a></noscript>',
      ].join(''),
    )
    expect(links).toEqual([
      { kind: 'link', target: 'https://n.example.net/', text: 'Open', shows: null },
      {
        kind: 'link',
        target: 'https://map.example.net/',
        text: 'bank.example.com',
        shows: 'bank.example.com',
      },
      { kind: 'form', target: 'https://i.example.net/', text: '', shows: null },
      { kind: 'form', target: 'https://b.example.net/', text: '', shows: null },
    ])
    expect(html).toContain('>Open</span>')
    expect(html).not.toMatch(/noscript|area|formaction/)
  })

  it.each([
    ['https:evil.example.net/x', 'https://evil.example.net/x'],
    [String.raw`https:\\evil.example.net\x`, 'https://evil.example.net/x'],
    ['HTTPS:///evil.example.net/x', 'https://evil.example.net/x'],
    ['//evil.example.net/x', 'https://evil.example.net/x'],
    ['mailto:a@evil.example.net', 'mailto:a@evil.example.net'],
    ['https://evil.example.net:99999/', 'https://evil.example.net:99999/'],
    ['not a target', 'notatarget'],
  ])('reads %s as browsers do', (href, target) => {
    expect(safeMail(`<a href="${href}">x</a>`).links).toMatchObject([{ target }])
  })

  it('doesn’t count what every email has as active', () => {
    const usual =
      '<meta charset=utf-8><meta http-equiv="Content-Type" content="text/html"><svg><path d="M0"/></svg>Hi'
    expect(safeMail(usual).blocked.active).toBe(0)
    expect(safeMail('<svg><script>a()</script></svg>').blocked.active).toBe(1)
  })

  it('is bounded however deep and long it is', () => {
    expect(safeMail('<div>'.repeat(50_000)).html.length).toBeLessThan(2_000)
    expect(safeMail('<a href="https://e.example.net">x</a>'.repeat(20_000)).links).toHaveLength(1)
  })
})

describe('the observables of an email', () => {
  it('are its senders, links, servers, files, and what its text says, without recipients', () => {
    const hop = { from: null, by: null, protocol: null, at: null, delay: null }
    const sha256 = 'a'.repeat(64)
    expect(
      mailObservables({
        senders: ['billing@evil.example.net', ''],
        recipients: [{ name: '', address: 'Finance@example.com' }],
        links: [{ kind: 'link', target: 'https://pay.example.org/r?id=1', text: '', shows: null }],
        attachments: [
          {
            name: 'a.zip',
            size: 1,
            mediaType: 'application/zip',
            statedType: 'x/y',
            sha256,
            md5: '',
            contents: null,
          },
        ],
        hops: [
          { ...hop, ip: '198.51.100.7' },
          { ...hop, ip: '10.1.2.3' },
          { ...hop, ip: 'fe80::1' },
        ],
        text: 'Dear finance@example.com, see hxxps://more.example.org/x and https://pay.example.org/r?id=1',
      }),
    ).toEqual([
      { kind: 'email', value: 'billing@evil.example.net' },
      { kind: 'domain', value: 'evil.example.net' },
      { kind: 'url', value: 'https://pay.example.org/r?id=1' },
      { kind: 'domain', value: 'pay.example.org' },
      { kind: 'ipv4', value: '198.51.100.7' },
      { kind: 'ipv4', value: '10.1.2.3' },
      { kind: 'ipv6', value: 'fe80::1' },
      { kind: 'sha256', value: sha256 },
      { kind: 'url', value: 'https://more.example.org/x' },
    ])
  })
})
