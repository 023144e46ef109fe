import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'

const ENTRIES = 5000
const BATCH = 500
const MAX_DRAWN = 60
const SCROLL_FRAMES = 240
const SLOW = { timeout: 120_000 }

/** A record with 5,000 entries: how long it takes to open, what it draws, and how smoothly it scrolls. */
describe('a timeline of 5,000 entries', () => {
  let demo: Demo
  let page: Page
  let address: string
  const figures: Record<string, string | number> = {}

  const panel = () => page.getByRole('tabpanel')
  const rows = () => panel().locator('[data-row]')
  const nodes = () => panel().evaluate((element) => element.querySelectorAll('*').length)
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    figures[what] = `${Math.round(performance.now() - start)} ms`
  }

  /** Times between the frames while it scrolls by so many pixels in each. */
  const scroll = (pixels: number) =>
    panel().evaluate(
      async (element, { frames, by }) => {
        const scroller = element.parentElement
        const times: number[] = []
        for (let frame = 0; frame < frames; frame += 1) {
          if (scroller !== null) scroller.scrollTop += by
          times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)))
        }
        return times.slice(1).map((time, at) => time - (times[at] ?? time))
      },
      { frames: SCROLL_FRAMES, by: pixels },
    )

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const app = AppView.parse(
      await callTenant(demo, 'post', '/apps', {
        key: 'long_story',
        acronym: 'LON',
        name: 'Long story',
        icon: 'briefcase',
        titleField: 'title',
        listColumns: ['title'],
        layout: [{ title: 'Story', columns: 1, fields: ['title'] }],
        fields: [{ key: 'title', label: 'Title', type: 'text', required: true }],
      }),
    )
    const records = `/apps/${app.id}/records`
    const created = await callTenant(demo, 'post', records, { fields: { title: 'Long' } })
    const { id } = RecordView.parse(created)
    for (let from = 0; from < ENTRIES; from += BATCH) {
      const commands = Array.from({ length: BATCH }, (_, at) => ({
        id,
        update: { title: `Entry ${from + at}` },
      }))
      await callTenant(demo, 'post', `${records}/batch`, { commands })
    }
    address = `${demo.product.address}${demo.place}/record/${app.id}/${id}?tab=timeline`
  }, 600_000)
  afterAll(async () => {
    console.log(`\n${JSON.stringify(figures, null, 2)}\n`)
    await demo?.close()
  })

  it('opens, and draws a bounded number of rows wherever it is scrolled', async () => {
    await timed('first entry after opening', async () => {
      await page.goto(address)
      await rows().first().waitFor()
    })
    await timed('all pages loaded', () => panel().getByText('5,001 entries').waitFor(SLOW))
    const burst = panel().getByRole('button', { name: 'Title', exact: true }).first()
    await timed('5,000 entries unfolded', async () => {
      await burst.click()
      await rows().filter({ hasText: 'Entry 4999' }).first().waitFor()
    })
    figures['nodes at the start'] = await nodes()
    const gaps = await scroll(120)
    figures['frames scrolled'] = gaps.length
    figures['frames over 34 ms'] = gaps.filter((gap) => gap > 34).length
    figures['longest frame'] = `${Math.round(Math.max(...gaps))} ms`
    figures['nodes after scrolling'] = await nodes()
    expect(await rows().count()).toBeLessThan(MAX_DRAWN)
    await panel().evaluate((element) => element.parentElement?.scrollTo(0, 100_000))
    await expect.poll(() => rows().filter({ hasText: 'Entry' }).count()).toBeGreaterThan(8)
    expect(await rows().count()).toBeLessThan(MAX_DRAWN)
  }, 300_000)

  it('goes to its oldest entry by the rail, and scrolls in lanes as in one thread', async () => {
    await page.goto(address)
    const rail = page.getByRole('slider', { name: 'Go to a time' })
    await timed('oldest entry after the key', async () => {
      await rail.press('End')
      await rows().filter({ hasText: 'created the record' }).first().waitFor(SLOW)
    })
    await page.getByText('Lanes', { exact: true }).click()
    await panel().locator('[data-lanes]').waitFor()
    expect(await rows().count()).toBeLessThan(MAX_DRAWN)
    const gaps = await scroll(-120)
    figures['frames over 34 ms in lanes'] = gaps.filter((gap) => gap > 34).length
    figures['longest frame in lanes'] = `${Math.round(Math.max(...gaps))} ms`
    expect(await rows().count()).toBeLessThan(MAX_DRAWN)
  }, 300_000)

  it('says that it is too long to print', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click()
    await page.getByText('5,001 entries are too many to print').first().waitFor(SLOW)
  }, 300_000)
})
