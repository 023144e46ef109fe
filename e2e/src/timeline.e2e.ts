import { AppView } from '@caseloom/contract/apps/apps'
import { AttackEventView } from '@caseloom/contract/records/attack-events'
import { RecordView } from '@caseloom/contract/records/records'
import { TaskList } from '@caseloom/contract/records/tasks'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'

/** Enough for several pages of the history, and far more than is ever drawn. */
const CHANGES = 320
/** Rows in view at 1,440 × 900 with those around them, and room for the rest of the thread. */
const MAX_DRAWN = 60
const SLOW = { timeout: 30_000 }

/** Stories of a record in words of their own, and a history of hundreds of entries. */
describe('the timeline of a record', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let others: AppView
  let record: RecordView
  let events: AttackEventView[]

  const records = () => `/apps/${app.id}/records`
  const create = async ({ id }: AppView, title: string) =>
    RecordView.parse(await callTenant(demo, 'post', `/apps/${id}/records`, { fields: { title } }))
  const changeAll = (all: object[]) =>
    callTenant(demo, 'post', `${records()}/batch`, {
      commands: all.map((update) => ({ id: record.id, update })),
    })
  const change = (fields: object) => changeAll([fields])
  const place = async (happenedAt: string, text: string) =>
    AttackEventView.parse(
      await callTenant(demo, 'post', `${records()}/${record.id}/attack-events`, {
        happenedAt,
        type: 'other',
        text,
      }),
    )
  const open = async (search = '?tab=timeline') => {
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/${record.id}${search}`)
    await thread().getByRole('listitem').first().waitFor()
  }
  const thread = () => page.getByRole('tabpanel')
  const rows = () => thread().locator('[data-row]')
  const said = (text: string | RegExp) => rows().filter({ hasText: text }).first()
  const chip = (name: string | RegExp) =>
    page.getByRole('group', { name: 'Show' }).getByRole('button', { name })
  const rail = () => page.getByRole('slider', { name: 'Go to a time' })
  const inView = (text: string | RegExp) => () =>
    rows()
      .filter({ hasText: text })
      .evaluateAll((all) =>
        all.some((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return bottom > 0 && top < window.innerHeight
        }),
      )
  const scrollTo = (share: number) =>
    thread().evaluate((panel, part) => {
      const scroller = panel.parentElement
      if (scroller !== null) scroller.scrollTop = part * scroller.scrollHeight
    }, share)
  const entriesOfDay = async () =>
    parseInt(
      (await thread()
        .getByText(/^\d+ entries$/)
        .first()
        .textContent()) ?? '',
      10,
    )
  const unfold = async () => {
    await expect.poll(entriesOfDay, SLOW).toBeGreaterThan(CHANGES)
    await thread().getByRole('button', { name: 'Title', exact: true }).first().click()
    await said('Staging 319').waitFor()
  }
  /** The whole history, unfolded and scrolled: its number of entries, and how far the first row in view has moved. */
  const readFromTheMiddle = async () => {
    await open()
    await unfold()
    await scrollTo(0.3)
    // Those of the start are drawn until the thread has followed.
    await said('Staging 319').waitFor({ state: 'detached' })
    const read = await thread().evaluate((panel) => {
      const edge = panel.parentElement?.getBoundingClientRect().top ?? 0
      const all = [...panel.querySelectorAll<HTMLElement>('[data-row]')]
      const row = all.find((one) => one.getBoundingClientRect().top > edge)
      return { key: row?.dataset['row'] ?? '', top: row?.getBoundingClientRect().top ?? 0 }
    })
    const row = page.locator(`[data-row="${read.key}"]`)
    const offset = async () => Math.abs(((await row.boundingBox())?.y ?? 0) - read.top)
    return { entries: await entriesOfDay(), offset }
  }

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const option = (key: string, label: string) => ({ key, label })
    const is = (value: string) => ({ field: 'state', op: 'in', value: [value] })
    others = AppView.parse(
      await callTenant(demo, 'post', '/apps', {
        key: 'old_story',
        acronym: 'OLD',
        name: 'Old story',
        icon: 'briefcase',
        titleField: 'title',
        listColumns: ['title'],
        layout: [{ title: 'Story', columns: 1, fields: ['title'] }],
        fields: [{ key: 'title', label: 'Title', type: 'text', required: true }],
      }),
    )
    app = AppView.parse(
      await callTenant(demo, 'post', '/apps', {
        key: 'story',
        acronym: 'STO',
        name: 'Story',
        icon: 'briefcase',
        titleField: 'title',
        listColumns: ['title'],
        layout: [{ title: 'Story', columns: 1, fields: ['title', 'state', 'todo', 'other', 'resolve'] }],
        fields: [
          { key: 'title', label: 'Title', type: 'text', required: true },
          {
            key: 'state',
            label: 'State',
            type: 'selection',
            default: 'new',
            display: 'state',
            options: [option('new', 'New'), option('waiting', 'Waiting'), option('closed', 'Closed')],
          },
          { key: 'todo', label: 'Tasks', type: 'tasks' },
          { key: 'other', label: 'Other stories', type: 'reference', app: others.id },
          {
            key: 'resolve',
            label: 'Resolve',
            type: 'clock',
            target: 28_800,
            start: { field: 'created_at', op: 'notEmpty' },
            pause: is('waiting'),
            stop: is('closed'),
          },
        ],
      }),
    )
  })
  afterAll(() => demo?.close())

  it('says what happened to clocks, tasks, links, and files', async () => {
    const other = await create(others, 'The week before')
    record = await create(app, 'Ransomware staging')
    await change({ state: 'waiting' })
    await change({ state: 'new', other: [other.id] })
    const tasks = `${records()}/${record.id}/tasks/todo`
    const list = TaskList.parse(await callTenant(demo, 'post', tasks, { title: 'Isolate the host' }))
    await callTenant(demo, 'patch', `${tasks}/${list.tasks[0]?.id}`, { state: 'skipped', note: 'It is off' })
    await change({ state: 'closed' })
    await open()
    await page.getByRole('tab', { name: /^Files/ }).click()
    // The box of a new comment takes files, too, and is there until the tab has changed. An upload outlives its tab.
    const files = page.getByRole('tabpanel', { name: /^Files/ })
    await files
      .locator('input[type="file"]')
      .setInputFiles({ name: 'memory.txt', mimeType: 'text/plain', buffer: Buffer.from('dump') })
    await files.getByText('memory.txt').first().waitFor()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await said('added a file: memory.txt').waitFor()
    await said(/^.*Resolve started, due /).waitFor()
    await said(/Resolve paused after <1m/).waitFor()
    await said(/Resolve resumed, due /).waitFor()
    await said(/Resolve met after <1m, target 8h 00m/).waitFor()
    await said('added the task “Isolate the host”').waitFor()
    await said('skipped the task “Isolate the host”: It is off').waitFor()
    await said('linked a record')
      .getByRole('link', { name: `${other.trackingId} The week before` })
      .waitFor()
    await lookAt(page, 'timeline-stories')
    await page.goto(`${demo.product.address}${demo.place}/record/${others.id}/${other.id}?tab=timeline`)
    const name = `${record.trackingId} Ransomware staging`
    await said('linked a record').getByRole('link', { name }).waitFor()
    await change({ other: null })
    await said('unlinked a record').getByRole('link', { name }).waitFor()
    await lookAt(page, 'timeline-linked-here')
    await open()
    await said('unlinked a record').waitFor()
  })

  it('shows the kinds of stories that are chosen, with how many there are', async () => {
    await chip(/^SLA\s?4$/).click()
    await said('linked a record').waitFor({ state: 'detached' })
    await expect.poll(() => rows().count()).toBe(4)
    await chip(/^Tasks\s?2$/).click()
    await said('Isolate the host').waitFor()
    await expect.poll(() => rows().count()).toBe(6)
    await chip(/^SLA/).click()
    await said('Resolve').waitFor({ state: 'detached' })
    for (const [name, text] of [
      [/^Files\s?1$/, 'memory.txt'],
      [/^Links\s?2$/, 'The week before'],
    ] as const) {
      await chip(name).click()
      await said(text).waitFor()
    }
    await expect.poll(() => rows().count()).toBe(5)
    expect(new URL(page.url()).searchParams.get('kind')).toBe('tasks,files,links')
    await chip(/^All/).click()
    await said('Resolve').waitFor()
  })

  it('shows who did what in lanes, of which those without an entry leave no gap', async () => {
    await page.getByText('Lanes', { exact: true }).click()
    const lanes = () => thread().locator('[data-lanes]').getAttribute('data-lanes')
    await expect.poll(lanes).toBe('attack people runs record')
    await said('linked a record').locator('svg[data-lane="record"]').waitFor()
    await said('created the record').locator('svg[data-lane="people"]').waitFor()
    await lookAt(page, 'timeline-lanes')
    await chip(/^People/).click()
    await chip(/^SLA/).click()
    await expect.poll(lanes).toBe('people record')
    await page.reload()
    await said('Resolve').waitFor()
    expect(await lanes()).toBe('people record')
    await page.getByText('Thread', { exact: true }).click()
    await thread().locator('[data-lanes]').waitFor({ state: 'detached' })
    await chip(/^All/).click()
  })

  it('draws only what is in view of hundreds of entries, below the heading of their day', async () => {
    await changeAll(Array.from({ length: CHANGES }, (_, index) => ({ title: `Staging ${index}` })))
    events = [
      await place('2026-11-20T22:14:06.000Z', 'Invoice link opened'),
      await place('2026-11-21T02:12:50.000Z', 'svc-backup signed in'),
    ]
    await open()
    await unfold()
    await expect.poll(() => rows().count()).toBeLessThan(MAX_DRAWN)
    await scrollTo(0.5)
    await expect.poll(() => said('Staging 319').count()).toBe(0)
    await expect.poll(() => rows().filter({ hasText: 'Staging' }).count()).toBeGreaterThan(8)
    expect(await rows().count()).toBeLessThan(MAX_DRAWN)
    const tabs = await page.getByRole('tab', { name: 'Timeline' }).boundingBox()
    const heading = thread().getByRole('heading', { level: 2 }).first()
    const under = (tabs?.y ?? 0) + (tabs?.height ?? 0)
    await expect.poll(async () => Math.abs(((await heading.boundingBox())?.y ?? 0) - under)).toBeLessThan(8)
    await lookAt(page, 'timeline-long')
  })

  it('reaches the end by scrolling, and an attack event by its address', async () => {
    await expect
      .poll(async () => {
        await scrollTo(1)
        return said('Invoice link opened').count()
      }, SLOW)
      .toBe(1)
    await expect.poll(() => page.getByRole('button', { name: 'Show earlier entries' }).count()).toBe(0)
    await open(`?tab=timeline&event=${events[0]?.id}`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await expect.poll(focused, SLOW).toContain('Invoice link opened')
    const box = () => said('Invoice link opened').boundingBox()
    await expect.poll(async () => (await box())?.y ?? -1).toBeGreaterThan(0)
    await page.keyboard.press(']')
    await expect.poll(focused).toContain('svc-backup signed in')
  })

  it('leaves the focus and what is being written where they are, far out of view', async () => {
    await page.getByRole('button', { name: /^Actions for “svc-backup/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: 'Edit attack event' })
    const source = form.getByLabel('Source', { exact: true }).first()
    await source.fill('Proxy log')
    await scrollTo(0)
    await said('Staging 319')
      .or(thread().getByRole('button', { name: 'Title', exact: true }))
      .first()
      .waitFor()
    expect(await source.inputValue()).toBe('Proxy log')
    await expect.poll(() => source.evaluate((one) => one === document.activeElement)).toBe(true)
    await source.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await scrollTo(1)
    await said('Proxy log').waitFor()
  })

  it('keeps what is being read in place when someone adds an entry above it', async () => {
    const { entries, offset } = await readFromTheMiddle()
    await change({ state: 'waiting' })
    await expect.poll(entriesOfDay).toBeGreaterThan(entries)
    await expect.poll(offset).toBeLessThan(4)
  })

  it('keeps what is being read in place when a box above the thread comes late', async () => {
    const answered = Promise.withResolvers<void>()
    const comments = /\/comments\?/
    await page.route(comments, async (route) => {
      await answered.promise
      await route.continue()
    })
    const { offset } = await readFromTheMiddle()
    answered.resolve()
    await thread().getByRole('textbox', { name: 'Write a comment' }).waitFor({ state: 'attached' })
    await expect.poll(offset).toBeLessThan(4)
    await page.unroute(comments)
  })

  it('keeps what is being read in place when a box and an entry come above it at the same time', async () => {
    const answered = Promise.withResolvers<void>()
    const held = async (route: Route) => {
      await answered.promise
      await route.continue()
    }
    const [comments, history] = [/\/comments\?/, /\/history\?/]
    await page.route(comments, held)
    const { entries, offset } = await readFromTheMiddle()
    await page.route(history, held)
    const asked = page.waitForRequest(history)
    await change({ state: 'new' })
    await asked
    answered.resolve()
    await thread().getByRole('textbox', { name: 'Write a comment' }).waitFor({ state: 'attached' })
    await expect.poll(entriesOfDay).toBeGreaterThan(entries)
    await expect.poll(offset).toBeLessThan(4)
    await page.unroute(comments)
    await page.unroute(history)
  })

  it('loads earlier runs when the thread reaches them', async () => {
    const runs = Array.from({ length: 130 }, (_, index) => runAt(index))
    const pages = [runs.slice(0, 100), runs.slice(100)]
    await page.route(/\/orchestration\/api\/runs\?/, (route) => {
      const isNext = new URL(route.request().url()).searchParams.has('cursor')
      const items = pages[isNext ? 1 : 0] ?? []
      return route.fulfill({ json: { items, next: isNext ? null : 'next' } })
    })
    await open()
    const tab = page.getByRole('tab', { name: /^Runs/ })
    await expect.poll(() => tab.textContent()).toMatch(/100\+|130/)
    await expect
      .poll(async () => {
        await scrollTo(1)
        return said('Run 871').count()
      }, SLOW)
      .toBe(1)
    await expect.poll(() => tab.textContent()).toContain('130')
    await page.unroute(/\/orchestration\/api\/runs\?/)
  })

  it('goes to any time of the record by its rail, for which only pages around it are loaded', async () => {
    // Pages that would lead there one by one never come.
    const further = /\/history\?.*cursor=/
    await page.route(further, (route) => route.abort())
    await open()
    const asked = page.waitForRequest(/\/history\?.*until=/)
    await rail().press('End')
    await asked
    await expect.poll(inView('Invoice link opened'), SLOW).toBe(true)
    expect(await rail().getAttribute('aria-valuetext')).toBe('20 Nov 2026, 22:14, 1 entry')
    await rail().press('ArrowUp')
    await expect.poll(inView('svc-backup signed in')).toBe(true)
    expect(await rail().getAttribute('aria-valuetext')).toBe('21 Nov 2026, 02:12, 1 entry')
    await rail().press('Home')
    await expect.poll(inView(/Title|Staging 319/), SLOW).toBe(true)
    await page.unroute(further)
    const box = await rail().boundingBox()
    if (box === null) throw new Error('The rail is not in view')
    await page.mouse.click(box.x + 30, box.y + box.height - 2)
    await expect.poll(inView('Invoice link opened'), SLOW).toBe(true)
    await page.mouse.move(box.x + 30, box.y + box.height - 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 30, box.y + 40, { steps: 4 })
    await page.mouse.move(box.x + 30, box.y + 1, { steps: 4 })
    await page.mouse.up()
    await expect.poll(inView(/Title|Staging 319/), SLOW).toBe(true)
    await lookAt(page, 'timeline-rail')
  })

  it('reads on upward from where the rail led, with everything that is newer', async () => {
    await open()
    await rail().press('End')
    await expect.poll(inView('Invoice link opened'), SLOW).toBe(true)
    await expect
      .poll(async () => {
        await scrollTo(0)
        return thread().getByRole('button', { name: 'Title', exact: true }).count()
      }, SLOW)
      .toBeGreaterThan(0)
  })

  it('follows the record with its rail', async () => {
    const oldest = async () => {
      await rail().press('End')
      return rail().getAttribute('aria-valuetext')
    }
    await open()
    await expect.poll(oldest, SLOW).toBe('20 Nov 2026, 22:14, 1 entry')
    const event = await place('2026-11-10T08:00:00.000Z', 'Domain registered')
    await expect.poll(oldest, SLOW).toBe('10 Nov 2026, 08:00, 1 entry')
    await callTenant(demo, 'delete', `${records()}/${record.id}/attack-events/${event.id}`)
    await expect.poll(oldest, SLOW).toBe('20 Nov 2026, 22:14, 1 entry')
  })

  it('prints what the filters show, loaded in full, without the page around it', async () => {
    await open()
    await chip(/^Attack/).click()
    await said('Invoice link opened').waitFor()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-asked', 'print')
    })
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click()
    await page.locator('body[data-asked="print"]').waitFor()
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('article[data-printed]')
    await paper.getByRole('heading', { name: `${record.trackingId} Staging 319` }).waitFor()
    await paper.getByRole('heading', { name: 'Sat, 21 Nov 2026' }).waitFor()
    expect(await paper.getByRole('listitem').count()).toBe(2)
    expect(await paper.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('tab', { name: 'Timeline' }).isVisible()).toBe(false)
    expect((await page.pdf()).length).toBeGreaterThan(1_000)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await paper.waitFor({ state: 'detached' })
    await chip(/^All/).click()
  })
})

/** Two hours apart, so that none fold, the newest first; numbers count down from 1,000. */
function runAt(index: number): object {
  const id = (kind: string) => `00000000-0000-4000-8000-${kind}${String(index).padStart(11, '0')}`
  const startedAt = new Date(Date.parse('2026-11-19T00:00:00Z') - index * 7_200_000).toISOString()
  return {
    id: id('a'),
    number: 1000 - index,
    playbook: { id: id('b'), key: 'sweep', title: 'Sweep', version: 1 },
    state: 'succeeded',
    trigger: { key: 'sent', kind: 'webhook', deliveryId: null },
    startedAt,
    endedAt: startedAt,
    error: null,
    test: false,
    rerunOf: null,
    loopStopped: false,
  }
}
