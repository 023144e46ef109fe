import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'
import { framesDuring, INTAKE, largePlaybook, SHOWN, wordsOf } from './playbook-samples.ts'
import { stillBox } from './still-box.ts'

const PLAYBOOKS = '/orchestration/api/playbooks'

/** Building playbooks in a browser: by mouse, by keyboard, by two people at the same time. */
describe('the playbook builder', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
  const make = async (document: unknown): Promise<PlaybookView> => {
    return PlaybookView.parse(await callTenant(demo, 'post', PLAYBOOKS, { document }))
  }
  const open = async (id: string) => {
    await page.goto(`${demo.product.address}${demo.place}/orchestration/playbook/${id}`)
    await page.getByRole('region', { name: 'Canvas' }).waitFor()
  }

  const canvas = () => page.getByRole('region', { name: 'Canvas' })
  const node = (title: string) => canvas().getByRole('button', { name: new RegExp(`^${title}, `) })
  const palette = () => page.getByRole('dialog', { name: 'Add step' })
  const option = (title: string) => palette().getByRole('option', { name: new RegExp(`^${title}`) })
  const here = () => /playbook\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const read = async (id = here()): Promise<PlaybookView> =>
    PlaybookView.parse(await callTenant(demo, 'get', `${PLAYBOOKS}/${id}`))
  /** `[key, after]` of each step that the server has. */
  const shape = async () => {
    const { draft } = await read()
    const steps = z
      .array(z.looseObject({ key: z.string(), after: z.unknown().optional() }))
      .parse(draft['steps'] ?? [])
    return steps.map(({ key, after }) => [key, after ?? null])
  }
  const begin = async (title: string) => {
    await page.goto(`${demo.product.address}${demo.place}/orchestration`)
    await page.getByRole('button', { name: 'New playbook' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
  }

  it('shows a playbook with blocks, branches, problems and notes', async () => {
    const { id } = await make(SHOWN)
    await open(id)
    await canvas()
      .getByRole('button', { name: /^Save alert, record\.upsert, after Route by severity/ })
      .click()
    await page.getByRole('heading', { name: 'Problems' }).waitFor()
    await page.getByRole('complementary').getByRole('heading', { name: 'Save alert' }).waitFor()
    await picture(page, 'builder-wide')
    await lookAt(page, 'builder')
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('heading', { name: 'No versions yet' }).waitFor()
  })

  it('starts a new playbook with a title, from which its key is derived', async () => {
    await begin('Intake by mouse')
    await eventually(() => page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('intake-by-mouse')
    await lookAt(page, 'new-playbook')
    await page.getByRole('button', { name: 'Create' }).click()
    await canvas().waitFor()
    await page.getByRole('heading', { name: 'Intake by mouse', level: 1 }).waitFor()
    await picture(page, 'builder-empty')
  })

  it('builds the intake from scratch with the mouse, and saves it automatically', async () => {
    await page
      .getByRole('button', { name: /^Add step/ })
      .first()
      .click()
    await option('Webhook').click()
    await node('Webhook').waitFor()
    await page
      .getByRole('button', { name: /^Add step/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Search actions and triggers' }).fill('transform')
    await picture(page, 'builder-palette')
    await option('Transform data').click()
    await node('Transform data').waitFor()
    // Below the node: its own plus.
    await canvas()
      .locator('.react-flow__node', { hasText: 'data.transform' })
      .getByTitle(/^Add after/)
      .click()
    await page.getByRole('combobox', { name: 'Search actions and triggers' }).fill('send a mail')
    await option('Send an email').click()
    await node('Send an email').waitFor()
    // Dragged from the list onto the line between the two.
    await page
      .getByRole('button', { name: /^Add step/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Search actions and triggers' }).fill('record.upsert')
    const from = await stillBox(node('Transform data'))
    const to = await stillBox(node('Send an email'))
    const frame = await stillBox(canvas())
    await page
      .locator('[role="option"]')
      .first()
      .dragTo(canvas(), {
        targetPosition: {
          x: from.x + from.width / 2 - frame.x,
          y: (from.y + from.height + to.y) / 2 - frame.y,
        },
      })
    await canvas()
      .getByRole('button', { name: /record\.upsert, after Transform data/ })
      .waitFor()
    await eventually(shape).toEqual([
      ['dataTransform', null],
      ['recordUpsert', 'dataTransform'],
      ['mailSend', 'recordUpsert'],
    ])
    await picture(page, 'builder-built')
  })

  it('undoes and redoes, by button and by key', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(shape).toEqual([
      ['dataTransform', null],
      ['mailSend', 'dataTransform'],
    ])
    await node('Transform data').focus()
    await page.keyboard.press('Control+z')
    await eventually(shape).toEqual([['dataTransform', null]])
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+Shift+z')
    await eventually(async () => (await shape()).length).toBe(3)
  })

  it('publishes with a summary of changes, and a delivery creates a record', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await page.getByRole('textbox', { name: 'YAML or JSON document' }).fill(INTAKE)
    await page.getByRole('button', { name: 'Replace draft' }).click()
    await canvas()
      .getByRole('button', { name: /^Save alert, record\.upsert, after Normalize/ })
      .waitFor()
    await eventually(() => page.getByRole('button', { name: 'Publish', exact: true }).isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await lookAt(page, 'publish')
    await page.getByRole('textbox', { name: 'Note' }).fill('As agreed with the second line')
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    await page.getByText('Version 1 published').first().waitFor()
    const { hooks } = await read()
    const reply = await fetch(hooks[0]?.address ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'made-by-mouse', title: 'Made with the builder' }),
    })
    expect(reply.status).toBe(202)
    await page.goto(`${demo.product.address}${demo.place}/orchestration`)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Alert', exact: true })
      .click()
    await page.getByRole('grid', { name: 'Alert' }).getByText('Made with the builder').first().waitFor()
  })

  it('compares versions, as a picture and as a list, and restores one as the draft', async () => {
    await page.goto(`${demo.product.address}${demo.place}/orchestration`)
    await page.getByRole('textbox', { name: 'Search playbooks' }).fill('by mouse')
    await page.getByRole('grid', { name: 'Playbooks' }).getByText('Intake by mouse').click()
    await canvas()
      .getByRole('button', { name: /^Notify on-call/ })
      .click()
    await canvas()
      .getByRole('button', { name: /^Notify on-call/ })
      .press('Delete')
    await canvas()
      .getByRole('button', { name: /^Save alert/ })
      .click()
    await page
      .getByRole('toolbar', { name: 'Canvas tools' })
      .getByRole('button', { name: 'Add note' })
      .click()
    await page.getByRole('textbox', { name: 'Note 1' }).fill('Mind **this**')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Versions' }).click()
    const list = page.getByRole('list', { name: 'Changes' })
    await list.getByText('Notify on-call').waitFor()
    await lookAt(page, 'builder-versions')
    await page.getByRole('button', { name: /^Version 1.*As agreed with the second line/ }).click()
    await page.getByRole('button', { name: 'Restore as draft' }).click()
    await page.getByRole('tab', { name: 'Canvas' }).click()
    await canvas()
      .getByRole('button', { name: /^Notify on-call/ })
      .waitFor()
    await eventually(async () => (await shape()).length).toBe(3)
    await eventually(() => page.getByRole('button', { name: 'Publish', exact: true }).isEnabled()).toBe(false)
  })

  it('moves steps into a block and out again', async () => {
    await canvas()
      .getByRole('button', { name: /^Save alert/ })
      .click()
    await canvas()
      .getByRole('button', { name: /^Notify on-call/ })
      .click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Move into block' }).click()
    await page.getByRole('menuitem', { name: /Try/ }).click()
    await eventually(async () => (await shape()).length).toBe(2)
    await picture(page, 'builder-block')
    await page.getByRole('button', { name: 'Remove from block' }).click()
    await eventually(async () => (await shape()).length).toBe(3)
  })

  it('drags a step out of its block, which places it after the block, and another one into it', async () => {
    const transform = (key: string, title: string, after?: string) => ({
      key,
      title,
      action: 'data.transform',
      with: { value: 1 },
      ...(after === undefined ? {} : { after }),
    })
    const { id } = await make({
      playbook: 'dragged',
      title: 'Dragged',
      triggers: [{ key: 'hook', title: 'Webhook', kind: 'webhook', with: { auth: 'none' } }],
      steps: [
        {
          key: 'each',
          title: 'For each host',
          action: 'flow.forEach',
          with: { items: '{% [1] %}' },
          steps: [transform('look', 'Look up'), transform('judge', 'Judge', 'look')],
        },
        transform('report', 'Report', 'each'),
      ],
    })
    await open(id)
    const boxOf = async (title: string) => {
      const box = await node(title).boundingBox()
      if (box === null) throw new Error(`${title} is not drawn`)
      return box
    }
    const inside = async () => {
      const steps = z
        .array(z.looseObject({ key: z.string(), steps: z.unknown().optional() }))
        .parse((await read()).draft['steps'])
      const held = z.array(z.looseObject({ key: z.string() }))
      return held.parse(steps.find(({ key }) => key === 'each')?.steps).map(({ key }) => key)
    }
    const drag = async (title: string, to: { x: number; y: number }, name: string) => {
      const box = await stillBox(node(title))
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      // As a hand begins: what lies within the first few pixels is not followed.
      await page.mouse.move(box.x + box.width / 2 + 5, box.y + box.height / 2)
      await page.mouse.move(to.x, to.y, { steps: 8 })
      await picture(page, `${name}-under-way`)
      await page.mouse.up()
    }
    const block = await stillBox(node('For each host'))
    const out = { x: block.x + block.width + 180, y: block.y + block.height / 2 }
    await drag('Judge', out, 'builder-drag-out')
    await eventually(inside).toEqual(['look'])
    await eventually(shape).toEqual([
      ['each', null],
      ['judge', 'each'],
      ['report', 'each'],
    ])
    // Nothing jumps: the block stays in place, the step where it was dropped.
    const shifts = async () => {
      const [still, judge] = [await boxOf('For each host'), await boxOf('Judge')]
      const middle = { x: judge.x + judge.width / 2, y: judge.y + judge.height / 2 }
      const all = [still.x - block.x, still.y - block.y, middle.x - out.x, middle.y - out.y]
      // Places are whole pixels of the canvas.
      return all.map((shift) => (Math.abs(shift) < 9 ? 0 : Math.round(shift)))
    }
    await eventually(shifts).toEqual([0, 0, 0, 0])
    await picture(page, 'builder-dragged-out')
    const head = await boxOf('For each host')
    const judged = await boxOf('Judge')
    await drag('Report', { x: head.x + 30, y: head.y + head.height / 2 }, 'builder-drag-in')
    await eventually(inside).toEqual(['look', 'report'])
    // What was put somewhere by hand does not jump either.
    await eventually(async () => Math.abs((await boxOf('Judge')).x - judged.x) < 9).toBe(true)
    await picture(page, 'builder-dragged-in')
  })

  it('deletes a playbook after asking', async () => {
    const { id } = await make({ playbook: 'short-lived', title: 'Short lived', steps: [] })
    await open(id)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete playbook' }).click()
    await page.getByRole('button', { name: 'Delete Short lived' }).click()
    await page.getByRole('grid', { name: 'Playbooks' }).waitFor()
    await lookAt(page, 'playbooks')
    expect(
      (
        await page.request.get(`${demo.product.address}/api/tenant/${demo.tenantId}${PLAYBOOKS}/${id}`)
      ).status(),
    ).toBe(404)
  })

  it('builds the same shape by keyboard alone', async () => {
    await begin('Intake by keyboard')
    await page.keyboard.press('Enter')
    await canvas().waitFor()
    await page
      .getByRole('button', { name: /^Add step/ })
      .first()
      .focus()
    const pick = async (words: string) => {
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
    }
    const add = async (words: string, title: string) => {
      await pick(words)
      await eventually(() => node(title).evaluate((one) => one === document.activeElement)).toBe(true)
    }
    await page.keyboard.press('Enter')
    await add('webhook', 'Webhook')
    await page.keyboard.press('a')
    await add('data.transform', 'Transform data')
    await page.keyboard.press('a')
    await add('mail.send', 'Send an email')
    await page.keyboard.press('b')
    await pick('record.upsert')
    await eventually(shape).toEqual([
      ['dataTransform', null],
      ['recordUpsert', 'dataTransform'],
      ['mailSend', 'recordUpsert'],
    ])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toMatch(/record\.upsert/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await eventually(async () => (await shape()).length).toBe(2)
    await page.keyboard.press('Control+d')
    await expect
      .poll(async () => (await shape()).map(([key]) => key))
      .toEqual(['dataTransform', 'recordUpsert', 'recordUpsert2'])
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await eventually(async () => (await shape()).length).toBe(4)
    await node('Transform data').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await eventually(async () => JSON.stringify((await read()).draft['canvas'] ?? null)).toContain(
      'dataTransform',
    )
  })

  it('lets two people edit at the same time, and asks only where both changed the same thing', async () => {
    const { id } = await make({ ...SHOWN, playbook: 'two-editors', title: 'Two editors' })
    await open(id)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('region', { name: 'Canvas' }).waitFor()
    const rename = async (where: Page, title: string) => {
      await where.getByRole('heading', { level: 1 }).getByRole('button').click()
      await where.getByRole('textbox', { name: 'Playbook title' }).fill(title)
      await where.keyboard.press('Enter')
    }
    await canvas()
      .getByRole('button', { name: /^Notify on-call/ })
      .click()
    await canvas()
      .getByRole('button', { name: /^Notify on-call/ })
      .press('Delete')
    await rename(other, 'Two editors together')
    // Each sees the other's change without a reload.
    await page.getByRole('heading', { name: 'Two editors together', level: 1 }).waitFor()
    await other.getByRole('button', { name: /^Notify on-call/ }).waitFor({ state: 'detached' })
    // Both see that the draft is open in another window.
    for (const where of [page, other])
      await where.getByRole('list', { name: 'Also editing' }).getByText('You, in another window').waitFor()
    await eventually(async () => (await read(id)).title).toBe('Two editors together')
    // The same value on both sides: the second is asked.
    await page.route('**/orchestration/api/playbooks/*', (route) => route.abort())
    await rename(page, 'Mine')
    await page
      .getByText(/stored in this browser/)
      .first()
      .waitFor()
    await rename(other, 'Theirs')
    await eventually(async () => (await read(id)).title).toBe('Theirs')
    await page.unroute('**/orchestration/api/playbooks/*')
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('button', { name: 'Keep all mine' }).click()
    await lookAt(page, 'builder-conflict')
    await page.getByRole('button', { name: 'Save chosen values' }).click()
    await eventually(async () => (await read(id)).title).toBe('Mine')
    await other.getByRole('heading', { name: 'Mine', level: 1 }).waitFor()
    // Who leaves the page gives the seat up.
    await other
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Orchestration' })
      .click()
    await page.getByRole('list', { name: 'Also editing' }).waitFor({ state: 'detached' })
    await other.close()
  })

  it('stays fast with 300 steps', async () => {
    const { id } = await make(largePlaybook())
    await open(id)
    await node('Step 0').click()
    const frames = await page.evaluate(async () => {
      const pane = document.querySelector('.react-flow__pane')
      const times: number[] = []
      let last = performance.now()
      for (let at = 0; at < 40; at++) {
        pane?.dispatchEvent(
          new WheelEvent('wheel', { deltaY: 40, deltaX: 10, bubbles: true, cancelable: true }),
        )
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        times.push(now - last)
        last = now
      }
      return times.sort((a, b) => a - b)
    })
    await open(id)
    await node('Step 0').click()
    const began = performance.now()
    await page.keyboard.press('Control+d')
    await page.getByRole('button', { name: 'Undo', exact: true }).and(page.locator(':enabled')).waitFor()
    const took = performance.now() - began
    const typing = await framesDuring(page, async () => {
      await page.getByRole('complementary').getByRole('textbox', { name: 'Title' }).fill('')
      await page.keyboard.type('A title that is typed letter by letter')
    })
    await node('A title that is typed letter by letter').waitFor()
    const box = await node('A title that is typed letter by letter').boundingBox()
    const dragging = await framesDuring(page, async () => {
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 12]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - 120, y + 6, { steps: 30 })
      await page.mouse.up()
    })
    await eventually(async () => JSON.stringify((await read(id)).draft['canvas'] ?? null)).toContain('places')
    process.stdout.write(`300 steps: ${wordsOf('typing', typing)}; ${wordsOf('dragging', dragging)}\n`)
    process.stdout.write(
      `300 steps: frame while panning, median ${frames[20]?.toFixed(0)} ms, slowest ${frames.at(-1)?.toFixed(0)} ms; an edit ${took.toFixed(0)} ms\n`,
    )
    await picture(page, 'builder-large')
  })

  it('threw no error in the page and broke no page policy', () => {
    const ours = demo.browser.errors.filter(
      (text) => !/Failed to load resource|ERR_FAILED|status of 40[49]/.test(text),
    )
    expect(ours).toEqual([])
  })
})
