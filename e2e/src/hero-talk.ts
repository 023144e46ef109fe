import { ChatMessage, type ComponentToExecute } from '@caseloom/contract/assistant/assistant'
import type { Locator, Page } from 'playwright-core'
import { callApi } from './call-api.ts'
import { type Demo, startDemo } from './demo.ts'

/** A conversation as the server would return it; tests change it while the page reads. */
export interface Talk {
  messages: ChatMessage[]
  answering: string | null
}

/** Ids of a crafted conversation, in order. */
export const talkId = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`

/** One message of a crafted conversation. */
export function said(
  at: number,
  role: ChatMessage['role'],
  content: string,
  more: Partial<ChatMessage> = {},
): ChatMessage {
  return ChatMessage.parse({
    id: talkId(at),
    role,
    content,
    detailedContent: '',
    originalContent: content,
    components: [],
    sources: [],
    drafts: [],
    feedbackReceived: { thumbUp: false, thumbDown: false },
    feedbackId: null,
    isError: false,
    stopped: false,
    answeredBy: role === 'user' ? null : { kind: 'builtIn', name: 'Built-in answerer' },
    at: '2026-11-22T03:00:00.000Z',
    ...more,
  })
}

/** A component's card in a status. */
export function card(
  at: number,
  title: string,
  componentStatus: ComponentToExecute['componentStatus'],
  statusMessage = '',
): object {
  return {
    id: talkId(at),
    playbookId: talkId(at + 1000),
    version: 3,
    title,
    description: 'Takes a host off the network until it is released.',
    inputSchema: { type: 'object', properties: { host: { type: 'string', title: 'Host' } } },
    inputValues: { host: 'ws-042' },
    componentStatus,
    statusMessage,
    showComponentDetails: false,
    hasAnimated: true,
    confirm: false,
    run:
      componentStatus === 'NotStarted' || componentStatus === 'Cancelled'
        ? null
        : { id: talkId(at + 2000), number: at },
  }
}

const CONVERSATION = /\/assistant\/conversation$/

/** Answers what the page reads of the conversation with a crafted one, until its routes are taken away. */
export async function pretend(page: Page, talk: () => Talk): Promise<void> {
  await page.route(CONVERSATION, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: talk() }) : route.fallback(),
  )
}

/** The product with demo data, and the assistant as a person finds it on a page. */
export interface Hero {
  demo: Demo
  page: Page
  panel: Locator
  dialog: Locator
  input: Locator
  log: Locator
  /** Calls the interface as the person who is signed in. */
  api(method: 'get' | 'post' | 'put', path: string, data?: unknown): Promise<unknown>
  /** Does what asks, and waits until that is answered. */
  answered(ask: () => Promise<void>): Promise<void>
}

export async function startHero(): Promise<Hero> {
  const demo = await startDemo()
  const { page } = demo.browser
  const log = page.getByRole('log', { name: 'Conversation' })
  return {
    demo,
    page,
    panel: page.getByRole('complementary', { name: 'Hero AI' }),
    dialog: page.getByRole('dialog', { name: 'Hero AI' }),
    input: page.getByRole('textbox', { name: 'Ask Hero AI' }),
    log,
    api: (method, path, data) => callApi(page, method, `${demo.product.address}${path}`, data),
    async answered(ask) {
      const before = await log.getByRole('button', { name: 'Copy' }).count()
      await ask()
      await log.getByRole('button', { name: 'Copy' }).nth(before).waitFor({ timeout: 30_000 })
    },
  }
}
