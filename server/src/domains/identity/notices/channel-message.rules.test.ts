import { describe, expect, it } from 'vitest'
import { messageBody } from './channel-message.rules.ts'

const message = {
  id: 'n1',
  kind: 'mention',
  title: 'Ana mentioned you in ALT-1',
  text: 'Look <!channel> & <https://bad.example|here> [x](https://bad.example)',
  link: 'https://soc.example.org/record/1',
  at: new Date('2026-11-29T12:00:00Z'),
}

describe('the message of a notification', () => {
  it('is a section with a link for Slack, whose text can neither link elsewhere nor call people', () => {
    expect(messageBody('slack', message)).toEqual({
      text: 'Ana mentioned you in ALT-1',
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            verbatim: true,
            text: [
              '*Ana mentioned you in ALT-1*',
              'Look &lt;!channel&gt; &amp; &lt;https://bad.example|here&gt; [x](https://bad.example)',
              '<https://soc.example.org/record/1|Open in Caseloom>',
            ].join('\n'),
          },
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    })
  })

  it('is an Adaptive Card for Teams, in which no Markdown is read', () => {
    expect(messageBody('teams', message)).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: message.title, weight: 'Bolder' }],
              },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: message.text }] },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in Caseloom', url: message.link }],
          },
        },
      ],
    })
  })

  it('is plain JSON for a webhook', () => {
    expect(messageBody('webhook', message)).toEqual({ ...message, at: '2026-11-29T12:00:00.000Z' })
  })

  it('may have neither text nor link', () => {
    const bare = { ...message, text: null, link: null }
    expect(JSON.stringify(messageBody('slack', bare))).not.toContain('Open in Caseloom')
    expect(messageBody('teams', bare)).toMatchObject({
      attachments: [{ content: { actions: [], body: [{ type: 'RichTextBlock' }] } }],
    })
    expect(messageBody('webhook', bare)).toMatchObject({ text: null, link: null })
  })

  it.each(['slack', 'teams'] as const)('is short enough for %s', (channel) => {
    const body = JSON.stringify(messageBody(channel, { ...message, text: '😀'.repeat(20_000) }))
    expect(Buffer.byteLength(body)).toBeLessThan(28_000)
    expect(body).toContain('😀…')
  })
})
