import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, openAs, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'
import { focusIn } from './focus.ts'

const options = (...labels: string[]) =>
  labels.map((label) => ({ key: label.toLowerCase().replace(' ', '_'), label }))
const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  {
    key: 'status',
    label: 'Status',
    type: 'selection',
    display: 'state',
    default: 'new',
    options: options('New', 'Triage', 'Waiting', 'Closed'),
  },
  {
    key: 'severity',
    label: 'Severity',
    type: 'selection',
    display: 'severity',
    options: options('Low', 'High', 'Critical'),
  },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'place', label: 'Place', type: 'text' },
  { key: 'step', label: 'Next step', type: 'text' },
  { key: 'outcome', label: 'Outcome', type: 'selection', options: options('Solved', 'Dropped') },
  { key: 'areas', label: 'Areas', type: 'selection', multiple: true, options: options('Mail', 'Network') },
]
const rule = (id: string, when: object, action: object) => ({
  id,
  rules: [{ id: `${id}-rule`, when, actions: [{ id: `${id}-action`, ...action }], branches: [] }],
})
/** From New one goes to Triage first; Triage has a next step; closing asks for an outcome. */
const workflow = {
  stages: [
    {
      id: 'stage',
      title: 'Steps',
      on: ['new', 'open', 'edit', 'save', 'api'],
      branches: [
        rule(
          'first',
          { field: 'status', op: 'eq', value: 'new', at: 'before' },
          { do: 'options', field: 'status', options: ['new', 'triage'] },
        ),
        rule(
          'next',
          { field: 'status', op: 'eq', value: 'triage' },
          { do: 'set', field: 'step', to: { value: 'Read it' }, onlyIfEmpty: true },
        ),
        rule('end', { field: 'status', op: 'eq', value: 'closed' }, { do: 'require', fields: ['outcome'] }),
      ],
    },
  ],
}

/** A list as a board: cards in columns, moved by pointer and by keys. */
describe('the board of a list', () => {
  let demo: Demo
  let page: Page
  let app: AppView

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    page.setDefaultTimeout(30_000)
    const shape = { key: 'finding', acronym: 'FND', name: 'Finding', titleField: 'title' }
    const listColumns = ['title', 'severity', 'status', 'owner', 'place']
    const layout = [{ title: 'All', columns: 2, fields: fields.map(({ key }) => key) }]
    const wanted = {
      ...shape,
      assigneeField: 'owner',
      listColumns,
      layout,
      fields,
      workflow,
      confirmed: true,
    }
    app = AppView.parse(await callTenant(demo, 'post', '/apps', wanted))
    for (const at of [4, 3, 2, 1])
      await add({ title: `Finding ${at}`, severity: at === 1 ? 'critical' : 'low', place: `srv-${at}` })
    await add({ title: 'Waits for an answer', status: 'waiting', severity: 'high', areas: ['mail'] })
  }, 180_000)
  afterAll(() => demo?.close())

  async function add(values: Record<string, unknown>): Promise<RecordView> {
    return RecordView.parse(await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields: values }))
  }
  async function stored({ id }: Pick<RecordView, 'id'>): Promise<RecordView> {
    return RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${id}`))
  }
  const open = async (search = 'show=board&sort=title') => {
    await page.goto(`${demo.product.address}${demo.place}/search/${app.id}?${search}`)
    await column('New').waitFor()
  }
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (title: string, within: Locator = page.locator('body')) =>
    within.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const counted = (name: string, count: number) =>
    expect
      .poll(() => column(name).locator('header').innerText(), { timeout: 30_000 })
      .toBe(`${name}\n${count}`)
  const focusOn = (title: string, name: string) =>
    column(name).locator('a:focus').filter({ hasText: title }).waitFor()
  const notice = (text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text).first()
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title, exact: true })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name, exact: true })

  /** Holds a card over a column, and says what it reads there before it lets go. */
  async function drag(title: string, to: string, over: () => Promise<unknown>): Promise<void> {
    // Waits until what loads above has come and the card stays in place.
    await card(title).hover({ position: { x: 60, y: 40 } })
    const [from, into] = [await card(title).boundingBox(), await column(to).boundingBox()]
    if (from === null || into === null) throw new Error(`${title} or ${to} isn't on the page`)
    await page.mouse.move(from.x + 60, from.y + 40)
    await page.mouse.down()
    await page.mouse.move(from.x + 70, from.y + 50, { steps: 3 })
    await page.mouse.move(into.x + into.width / 2, into.y + 90, { steps: 5 })
    await over()
    await page.mouse.up()
  }

  it('shows a list as cards in a column for each state, also for those without records', async () => {
    await page.goto(`${demo.product.address}${demo.place}/search/${app.id}?sort=title`)
    await page.getByRole('grid', { name: 'Finding' }).getByRole('row').nth(3).waitFor()
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Board').click({ force: true })
    await card('Finding 1', column('New')).waitFor()
    for (const [name, count] of [
      ['New', 4],
      ['Triage', 0],
      ['Waiting', 1],
      ['Closed', 0],
    ] as const)
      await counted(name, count)
    expect(page.url()).toContain('show=board')
    const first = card('Finding 1')
    await first.getByRole('img', { name: 'Critical' }).waitFor()
    await first.getByText('srv-1').waitFor()
    await page.getByText('5 of 5').first().waitFor()
    await lookAt(page, 'board')
  })

  it('a drag says what the drop does, a column that rules don’t offer says why not, and Undo takes it back', async () => {
    await drag('Finding 1', 'Triage', async () => {
      await column('Triage').getByText('Sets Status to Triage').waitFor()
      await column('Triage').getByText('A rule also sets Next step').waitFor()
      await column('Waiting').getByText('The app’s rules don’t offer Waiting now').waitFor()
    })
    await card('Finding 1', column('Triage')).waitFor()
    await notice('Status set to Triage').waitFor()
    await counted('New', 3)
    await counted('Triage', 1)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await notice('is as it was before').waitFor()
    await card('Finding 1', column('New')).waitFor()
    await counted('New', 4)
    await counted('Triage', 0)
  })

  it('a drop on a column that is shut changes nothing', async () => {
    const record = await add({ title: 'Stays', place: 'here' })
    await open()
    await card('Stays', column('New')).waitFor()
    await drag('Stays', 'Waiting', () => column('Waiting').getByText('don’t offer Waiting now').waitFor())
    await card('Stays', column('New')).waitFor()
    expect((await stored(record)).fields['status']).toBe('new')
    await callTenant(demo, 'delete', `/apps/${app.id}/records/${record.id}`)
    await card('Stays').waitFor({ state: 'detached' })
  })

  it('keys go through the cards and move one; Enter right after the move opens it, and Back leads to its card', async () => {
    await open()
    await card('Finding 1', column('New')).waitFor()
    await page.keyboard.press('j')
    await focusOn('Finding 1', 'New')
    await page.keyboard.press('j')
    await focusOn('Finding 2', 'New')
    await page.keyboard.press('ArrowRight')
    await focusOn('Waits for an answer', 'Waiting')
    await page.keyboard.press('ArrowLeft')
    await focusOn('Finding 1', 'New')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await heading('Finding 1').waitFor()
    await page.getByRole('button', { name: 'Status: Triage' }).waitFor()
    await page.keyboard.press('Escape')
    await focusOn('Finding 1', 'Triage')
    await page.keyboard.press('Enter')
    await heading('Finding 1').waitFor()
    await page.goBack()
    await focusOn('Finding 1', 'Triage')
  })

  it('Shift with an arrow passes columns that are shut, and says why where none is left', async () => {
    await page.keyboard.press('Shift+ArrowLeft')
    await focusOn('Finding 1', 'New')
    await page.keyboard.press('Shift+ArrowLeft')
    await notice('There are no more columns in that direction').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await focusOn('Finding 1', 'Waiting')
    await counted('Waiting', 2)
    await counted('New', 3)
  })

  it('a move to a closed state opens the dialog, which leaves the card where it is until the record is closed', async () => {
    await page.keyboard.press('Shift+ArrowRight')
    const close = dialog(/^Close FND/)
    await close.getByRole('radio', { name: 'Solved' }).waitFor()
    await lookAt(page, 'board-close')
    await page.keyboard.press('Escape')
    await close.waitFor({ state: 'detached' })
    await focusOn('Finding 1', 'Waiting')
    await drag('Finding 1', 'Closed', () => column('Closed').getByText('Asks how to close it').waitFor())
    await close.getByRole('radio', { name: 'Solved' }).check()
    await close.getByRole('button', { name: 'Close', exact: true }).last().click()
    await close.waitFor({ state: 'detached' })
    await card('Finding 1', column('Closed')).waitFor()
    await counted('Closed', 1)
  })

  it('keys of rows work on cards, and several are selected', async () => {
    await card('Finding 2', column('New')).getByRole('link').focus()
    await page.keyboard.press('a')
    await focusIn(page.getByRole('combobox', { name: 'Assign to' }))
    await page.getByRole('option', { name: 'Alice Adams' }).waitFor()
    await page.keyboard.press('Enter')
    await card('Finding 2').getByText('Owner: Alice Adams').waitFor()
    await focusOn('Finding 2', 'New')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await focusOn('Finding 3', 'New')
    await page.keyboard.press('x')
    await page.getByRole('toolbar').getByText('2 selected').waitFor()
    await lookAt(page, 'board-selected')
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').getByText('2 selected').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await dialog('Keyboard shortcuts')
      .getByText('Move the card to the next or previous column', { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog('Keyboard shortcuts').waitFor({ state: 'detached' })
  })

  it('V on a card opens its record beside the list of its column, and without a card the first one', async () => {
    await open()
    await card('Finding 3', column('New')).getByRole('link').focus()
    await page.keyboard.press('?')
    await dialog('Keyboard shortcuts').getByText('Split view', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog('Keyboard shortcuts').waitFor({ state: 'detached' })
    await focusOn('Finding 3', 'New')
    await page.locator('footer').getByText('split view', { exact: true }).waitFor()
    await page.keyboard.press('v')
    await heading('Finding 3').waitFor()
    const list = page.getByRole('complementary', { name: 'Records in Finding: New' })
    await list.getByRole('row').filter({ hasText: 'Finding 2' }).waitFor()
    expect(await list.getByRole('row').filter({ hasText: 'Waits for an answer' }).count()).toBe(0)
    await page.keyboard.press('k')
    await heading('Finding 2').waitFor()
    await page.keyboard.press('Escape')
    await focusOn('Finding 2', 'New')
    await page.keyboard.press('Enter')
    await heading('Finding 2').waitFor()
    await list.waitFor()
    await page.keyboard.press('v')
    await list.waitFor({ state: 'detached' })
    await open('show=board&sort=-title')
    await card('Finding 4', column('New')).waitFor()
    await page.keyboard.press('v')
    await heading('Finding 4').waitFor()
    await list.waitFor()
    await page.keyboard.press('v')
    await list.waitFor({ state: 'detached' })
  })

  it('a move reads the record again that couldn’t be read while its card had the focus', async () => {
    const record = await add({ title: 'Read twice' })
    await open()
    await card('Read twice', column('New')).waitFor()
    const path = `**/apps/${app.id}/records/${record.id}`
    await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
    const failed = page.waitForResponse((reply) => reply.url().endsWith(record.id) && reply.status() === 500)
    await card('Read twice').getByRole('link').focus()
    await failed
    await page.unroute(path)
    await page.keyboard.press('Shift+ArrowRight')
    await focusOn('Read twice', 'Triage')
    await expect.poll(async () => (await stored(record)).fields['status']).toBe('triage')
    await page.keyboard.press('Shift+ArrowLeft')
    await focusOn('Read twice', 'New')
    await expect.poll(async () => (await stored(record)).fields['status']).toBe('new')
    await callTenant(demo, 'delete', `/apps/${app.id}/records/${record.id}`)
    await card('Read twice').waitFor({ state: 'detached' })
  })

  it('two moves by key are both made when the second is asked for before the first can be', async () => {
    const record = await add({ title: 'Moves twice' })
    await open()
    await card('Moves twice', column('New')).waitFor()
    const path = `**/apps/${app.id}/records/${record.id}`
    const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      await pressed
      await route.continue()
    })
    await card('Moves twice').getByRole('link').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    release()
    await focusOn('Moves twice', 'Waiting')
    await expect.poll(async () => (await stored(record)).fields['status']).toBe('waiting')
    await page.unroute(path)
    await callTenant(demo, 'delete', `/apps/${app.id}/records/${record.id}`)
    await card('Moves twice').waitFor({ state: 'detached' })
  })

  it('follows what others change', async () => {
    const record = await add({ title: 'Comes later' })
    await page.reload()
    await card('Comes later', column('New')).waitFor()
    const change = { version: record.version, fields: { status: 'triage' } }
    await callTenant(demo, 'patch', `/apps/${app.id}/records/${record.id}`, change)
    await card('Comes later', column('Triage')).waitFor()
    await callTenant(demo, 'delete', `/apps/${app.id}/records/${record.id}`)
    await card('Comes later').waitFor({ state: 'detached' })
  })

  it('makes columns of people and of several values, and saved views keep them', async () => {
    await page.keyboard.press('g')
    const menu = page.getByRole('combobox', { name: 'Columns by' })
    await menu.waitFor()
    expect(await page.getByRole('option', { name: 'No groups' }).count()).toBe(0)
    await menu.pressSequentially('areas')
    await page.getByRole('option', { name: 'Areas', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await card('Waits for an answer', column('Mail')).waitFor()
    await drag('Waits for an answer', 'Network', () =>
      column('Network').getByText('Replaces Mail with Network in Areas').waitFor(),
    )
    await card('Waits for an answer', column('Network')).waitFor()
    await counted('Mail', 0)
    await page.getByRole('button', { name: 'Columns: Areas' }).click()
    await page.getByRole('option', { name: 'Owner', exact: true }).click()
    await card('Finding 2', column('Alice Adams')).waitFor()
    await card('Finding 3', column('Unassigned')).waitFor()
    await page.getByRole('button', { name: 'Save as new view' }).click()
    await dialog('Save as view').getByRole('textbox', { name: 'Name' }).fill('By owner')
    await dialog('Save as view').getByRole('button', { name: 'Save report' }).click()
    await page.getByRole('tab', { name: 'By owner', selected: true }).waitFor()
    await page.reload()
    await card('Finding 2', column('Alice Adams')).waitFor()
    expect(page.url()).not.toContain('show=')
  })

  it('someone who can’t change a record sees why on every column', async () => {
    const record = await add({ title: 'Locked here', status: 'waiting' })
    const bob = await openAs(demo, 'bob')
    try {
      await callTenant(demo, 'put', `/apps/${app.id}/records/${record.id}/lock`, { reason: 'mine' })
      const other = bob.page
      await other.goto(`${demo.product.address}${demo.place}/search/${app.id}?show=board`)
      const [locked, target] = [
        other.getByRole('listitem').filter({ hasText: 'Locked here' }),
        other.getByRole('region', { name: 'Triage', exact: true }),
      ]
      await locked.hover({ position: { x: 60, y: 40 } })
      const [from, into] = [await locked.boundingBox(), await target.boundingBox()]
      if (from === null || into === null) throw new Error('The board has no cards')
      await other.mouse.move(from.x + 60, from.y + 40)
      await other.mouse.down()
      await other.mouse.move(into.x + into.width / 2, into.y + 90, { steps: 5 })
      await target.getByText('Status can’t be changed: the record is locked').waitFor()
      await other.mouse.up()
      expect((await stored(record)).fields['status']).toBe('waiting')
    } finally {
      await bob.close()
    }
  })

  describe('with several hundred cards', () => {
    const CARDS = 250
    const name = (at: number) => `Card ${String(at).padStart(3, '0')}`
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
    const drawn = (within: string) => column(within).getByRole('listitem').count()
    /** Whether a card can be read in its column. */
    const isInView = (title: string) =>
      expect
        .poll(() =>
          card(title, column('New')).evaluate((element) => {
            const box = element.closest('section')?.getBoundingClientRect()
            const own = element.getBoundingClientRect()
            return box !== undefined && own.top >= box.top && own.bottom <= box.bottom
          }),
        )
        .toBe(true)
    let moved: RecordView

    beforeAll(async () => {
      const shape = { key: 'crowd', acronym: 'CRW', name: 'Crowd', titleField: 'title' }
      const few = fields.slice(0, 3)
      const layout = [{ title: 'All', columns: 2, fields: few.map(({ key }) => key) }]
      const wanted = { ...shape, listColumns: ['title'], layout, fields: few }
      app = AppView.parse(await callTenant(demo, 'post', '/apps', wanted))
      moved = await add({ title: name(1) })
      for (let at = 2; at <= CARDS; at += 25) {
        const some = Array.from({ length: Math.min(25, CARDS + 1 - at) }, (_, each) => at + each)
        await Promise.all(some.map((each) => add({ title: name(each) })))
      }
      await open()
      await card(name(1), column('New')).waitFor()
    }, 120_000)

    it('draws those in view only, however many are loaded', async () => {
      const before = await nodes()
      await page.getByRole('button', { name: 'Show 100 more' }).click()
      await page.getByRole('button', { name: 'Show 50 more' }).click()
      await page.getByRole('button', { name: 'Show 50 more' }).waitFor({ state: 'detached' })
      expect(await drawn('New')).toBeLessThan(30)
      // In the middle of a column, cards are drawn on both sides of the view.
      expect(await nodes()).toBeLessThan(before + 300)
      // The way into the column by Tab.
      const first = column('New').getByRole('listitem').first()
      await first.filter({ hasText: name(1) }).waitFor()
      expect(await first.getAttribute('aria-posinset')).toBe('1')
      expect(await first.getAttribute('aria-setsize')).toBe(String(CARDS))
    })

    it('keys lead to cards out of view and back, and the card with the focus stays when the column scrolls', async () => {
      await page.keyboard.press('j')
      await focusOn(name(1), 'New')
      await page.keyboard.press('End')
      await focusOn(name(CARDS), 'New')
      await isInView(name(CARDS))
      for (const at of [1, 2, 3]) {
        await page.keyboard.press('PageUp')
        await focusOn(name(CARDS - 5 * at), 'New')
        await isInView(name(CARDS - 5 * at))
      }
      for (let at = 1; at <= 12; at += 1) {
        await page.keyboard.press('k')
        await focusOn(name(CARDS - 15 - at), 'New')
      }
      await isInView(name(CARDS - 27))
      expect(await drawn('New')).toBeLessThan(30)
      await scrollTo(0)
      await card(name(1), column('New')).waitFor()
      await focusOn(name(CARDS - 27), 'New')
      await page.keyboard.press('j')
      await focusOn(name(CARDS - 26), 'New')
      await isInView(name(CARDS - 26))
    })

    it('a change above leaves the focused card where it is', async () => {
      await counted('New', CARDS)
      const change = { version: moved.version, fields: { status: 'triage' } }
      await callTenant(demo, 'patch', `/apps/${app.id}/records/${moved.id}`, change)
      await card(name(1), column('Triage')).waitFor()
      await counted('New', CARDS - 1)
      // The cards of a column come after its count; until then, the first of New is the one that leaves.
      const focused = card(name(CARDS - 26), column('New'))
      await expect
        .poll(() => focused.getAttribute('aria-posinset'), { timeout: 30_000 })
        .toBe(String(CARDS - 27))
      await focusOn(name(CARDS - 26), 'New')
      await isInView(name(CARDS - 26))
    })

    it('a card is dragged to the end although its column scrolls on', async () => {
      await page.keyboard.press('Home')
      await focusOn(name(2), 'New')
      await isInView(name(2))
      await drag(name(2), 'Waiting', async () => {
        await column('Waiting').getByText('Sets Status to Waiting').waitFor()
        await scrollTo(9_000)
        await card(name(3)).waitFor({ state: 'detached' })
        expect(await column('New').locator('[data-dragging]').count()).toBe(1)
      })
      await card(name(2), column('Waiting')).waitFor()
      await counted('New', CARDS - 2)
    })

    async function scrollTo(top: number): Promise<void> {
      await column('New')
        .getByRole('list')
        .evaluate((list, to) => list.parentElement?.scrollTo({ top: to }), top)
    }
  })
})
