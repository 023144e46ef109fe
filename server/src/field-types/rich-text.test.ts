import { mentionedIn, plainTextOf } from '@caseloom/contract/values/rich-text'
import { codePoint } from '@caseloom/testkit/code-points'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitiseRichText } from './rich-text.ts'

const ID = '0190a0b0-0000-7000-8000-000000000001'

/** All that may ever come out: these tags with these attributes, and escaped text. */
const FORM =
  /^(?:[^<>]|<\/?(?:p|br \/|h3|h4|strong|em|s|u|code|pre|blockquote|ul|ol|li|a|span)>|<a href="(?:https?:|mailto:)[^"<>]*">|<span class="mention" data-id="[0-9a-f-]{36}">)*$/

const ATTACKS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<<script>script>alert(1)<</script>/script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<script/x>alert(1)</script>',
  '"><script>alert(1)</script>',
  '</p><script>alert(1)</script><p>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"/>',
  '<img src=x:alert(alt) onerror=eval(src) alt=xss>',
  '<img """><script>alert("XSS")</script>">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<style><img src="</style><img src=x onerror=alert(1)//">',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">over all</p>',
  '<p onclick=alert(1)>x</p>',
  '<p onmouseover="alert(1)" onfocus=alert(1) tabindex=1>x</p>',
  '<strong onpointerenter=alert(1)>x</strong>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="blob:https://a.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/iam/sign-out">x</a>',
  '<a href="https://ok.example" target=_blank onclick=alert(1)>x</a>',
  '<a href="https://ok.example/" style="display:block">x</a>',
  '<a href=\'https://ok.example/"onmouseover="alert(1)\'>x</a>',
  '<a name="x" id="root">clobber</a>',
  '<form action="https://evil.example"><input name=password><button>Log in</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<textarea><script>alert(1)</script></textarea>',
  '<select><option onclick=alert(1)>x</option></select>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<title><script>alert(1)</script></title>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<body onload=alert(1)>',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
  `<span class="mention x" data-id="${ID}">@x</span>`,
  `<span class="mention" data-id="${ID}" onclick="alert(1)">@x</span>`,
  '<span class="mention" data-id="javascript:alert(1)">@x</span>',
  '<span data-id="x" class="cl-clipped">hidden</span>',
  '<p dir=rtl lang=x xml:base="javascript:alert(1)">x</p>',
  '<p><a href="https://a.example"><p></a><img src=x onerror=alert(1)></p>',
  '<code><script>alert(1)</script></code>',
  '<pre><img src=x onerror=alert(1)></pre>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>\u0000<scr\u0000ipt>alert(1)</script></p>',
]

describe('rich text', () => {
  it.each(ATTACKS)('keeps nothing that acts of %j', (attack) => {
    const html = sanitiseRichText(attack)
    expect(html).toMatch(FORM)
    expect(sanitiseRichText(html)).toBe(html)
  })

  it('knows more than sixty attacks', () => expect(new Set(ATTACKS).size).toBeGreaterThan(60))

  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<br>',
    '<b>',
    '</b>',
    '<ul>',
    '<li>',
    '</li>',
    '</ul>',
    '<a href="https://a.b">',
    '</a>',
    '<pre>',
    '</pre>',
    '<code>',
    '</code>',
    '<blockquote>',
    '</blockquote>',
    '<h1>',
    '</h1>',
    '<table>',
    '<td>',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<svg>',
    '</svg>',
    '<math>',
    '<',
    '>',
    '&',
    '&lt;',
    '"',
    "'",
    'x',
    ' ',
    '\n',
    '&nbsp;',
    `<span class="mention" data-id="${ID}">`,
    '</span>',
    '<img src=x onerror=y>',
    'é',
  )
  it('has one form: doing it again changes nothing, whatever came', () => {
    const html = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.constantFrom(...ATTACKS).chain((attack) => fc.string().map((text) => text + attack + text)),
      fc.string({ unit: codePoint }),
    )
    fc.assert(
      fc.property(html, (raw) => {
        const once = sanitiseRichText(raw)
        expect(once).toMatch(FORM)
        expect(sanitiseRichText(once)).toBe(once)
      }),
      { numRuns: runs(600) },
    )
  })

  it('keeps the vocabulary as it is, and turns its kin into it', () => {
    const canonical = `<h3>T</h3><p>a <strong>b</strong> <em>c</em> <s>d</s> <u>e</u> <code>f</code><br />g</p><ul><li><p>h</p></li></ul><pre><code>i\n j</code></pre><blockquote><p>k</p></blockquote><p><a href="https://a.example/?b=1&amp;c=2">l</a> <a href="mailto:a@b.example">m</a> <span class="mention" data-id="${ID}">@Ana</span></p>`
    expect(sanitiseRichText(canonical)).toBe(canonical)
    expect(sanitiseRichText('<h1>a</h1><div>b <b>c</b><i>d</i><del>e</del></div>')).toBe(
      '<h3>a</h3><p>b <strong>c</strong><em>d</em><s>e</s></p>',
    )
    expect(mentionedIn(canonical)).toEqual([ID])
  })

  it.each(['', ' ', '<p></p>', '<p><br></p><p> </p>', '<div></div>', '<script>x</script>', '<br><br>'])(
    'is empty where nothing is to be read: %j',
    (raw) => expect(sanitiseRichText(raw)).toBe(''),
  )

  it('takes time that grows with the length', () => {
    for (const piece of ['<p>', ' ', '<b><i>', '<a href="', '<!--', '&', '<p></p>', '<blockquote>', '\n']) {
      const raw = `x${piece.repeat(200_000 / piece.length)}y`
      const began = process.cpuUsage().user
      sanitiseRichText(raw)
      expect((process.cpuUsage().user - began) / 1000, piece).toBeLessThan(5_000)
    }
  })

  it('reads as plain text, a line for each block', () => {
    const html = sanitiseRichText('<p>a &lt;b&gt; &amp;amp;</p><ul><li>one</li><li>two</li></ul>c<br>d')
    expect(plainTextOf(html)).toBe('a <b> &amp;\none\ntwo\nc\nd')
    expect(plainTextOf('')).toBe('')
  })
})
