import type { Channel } from '@caseloom/contract/identity/notification-channels'
import type { JsonObject } from '@caseloom/contract/kernel/json'

/** A notification as channels outside of the product show it. */
export interface ChannelMessage {
  /** Stays the same when the message is sent again. */
  id: string
  kind: string
  title: string
  text: string | null
  /** Address of its page in the product. */
  link: string | null
  at: Date
}

/** Slack shows 3,000 characters of a section; Teams takes 28 kB in all. */
const LONGEST_TEXT = 2500

/** The JSON that the incoming webhook of a channel takes. */
export function messageBody(channel: Channel, message: ChannelMessage): JsonObject {
  switch (channel) {
    case 'slack':
      return slackBody(message)
    case 'teams':
      return teamsBody(message)
    case 'webhook': {
      const { id, kind, title, text, link, at } = message
      return { id, kind, title, text, link, at: at.toISOString() }
    }
    default:
      return channel satisfies never
  }
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
function slackBody({ title, text, link }: ChannelMessage): JsonObject {
  const lines = [
    `*${slackText(title)}*`,
    ...(text === null ? [] : [slackText(short(text))]),
    ...(link === null ? [] : [`<${link}|Open in Caseloom>`]),
  ]
  return {
    // What notifications of Slack show.
    text: slackText(title),
    // Nothing but our own link becomes one, and none is fetched for a preview.
    blocks: [{ type: 'section', text: { type: 'mrkdwn', verbatim: true, text: lines.join('\n') } }],
    unfurl_links: false,
    unfurl_media: false,
  }
}

/** So that a text can neither link elsewhere nor call people: Slack's own three characters. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** An Adaptive Card for the webhook trigger of Workflows; its texts are runs, in which no Markdown is read. */
function teamsBody({ title, text, link }: ChannelMessage): JsonObject {
  const paragraph = (run: JsonObject): JsonObject => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', ...run }],
  })
  const content: JsonObject = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      paragraph({ text: title, weight: 'Bolder' }),
      ...(text === null ? [] : [paragraph({ text: short(text) })]),
    ],
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Caseloom', url: link }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

function short(text: string): string {
  const characters = [...text]
  return characters.length <= LONGEST_TEXT ? text : `${characters.slice(0, LONGEST_TEXT).join('')}…`
}
