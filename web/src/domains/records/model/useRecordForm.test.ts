import type { FieldValues } from '@caseloom/contract/records/records'
import { describe, expect, test } from 'vitest'
import { startTexts } from '../../../ui/text/i18n.ts'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { aField, anApp } from '../testing/a-record.ts'
import { useRecordForm } from './useRecordForm.ts'

startTexts()
endHooksAfterEach()

const app = anApp()

async function aForm(fields: FieldValues | null, over = app) {
  const stored = fields === null ? null : { fields }
  return renderHook((given: { stored: typeof stored }) => useRecordForm(over, given.stored), {
    props: { stored },
  })
}

describe('the form of a stored record', () => {
  test('shows the stored value until something is typed', async () => {
    const form = await aForm({ title: 'Old', count: 3 })
    expect([form.now().draft('title'), form.now().draft('count')]).toEqual(['Old', '3'])
    await doing(() => form.now().set('title', 'New'))
    expect(form.now().draft('title')).toBe('New')
    expect([form.now().dirty, form.now().touched]).toEqual([true, true])
  })

  test('keeps what is typed when the record is read again, and shows news of other fields', async () => {
    const form = await aForm({ title: 'Old', count: 3 })
    await doing(() => form.now().set('title', 'Mine'))
    await form.rerender({ stored: { fields: { title: 'Theirs', count: 4 } } })
    expect([form.now().draft('title'), form.now().draft('count')]).toEqual(['Mine', '4'])
  })

  test('shows what rules fill in a read-only field, and neither sends it nor counts it as typed', async () => {
    const field = aField('closed_by', { type: 'text', readOnly: true })
    const form = await aForm({ title: 'Old' }, { ...app, fields: [...app.fields, field] })
    await doing(() => form.now().set('closed_by', 'Someone'))
    expect([form.now().draft('closed_by'), form.now().dirty]).toEqual(['Someone', false])
    await doing(() => form.now().set('title', 'New'))
    let values: FieldValues | null = null
    await doing(() => {
      values = form.now().read()
    })
    expect(values).toEqual({ title: 'New' })
  })

  test('is not dirty when the stored value is typed again', async () => {
    const form = await aForm({ title: 'Old' })
    await doing(() => form.now().set('title', 'Older'))
    await doing(() => form.now().set('title', 'Old'))
    expect([form.now().dirty, form.now().touched, form.now().changed('title')]).toEqual([false, true, false])
  })

  test('sends only what differs from the stored values', async () => {
    const form = await aForm({ title: 'Old', count: 3, note: 'n' })
    await doing(() => form.now().set('title', 'New'))
    await doing(() => form.now().set('count', '3.0'))
    await doing(() => form.now().set('note', ''))
    let values: FieldValues | null = null
    await doing(() => {
      values = form.now().read()
    })
    expect(values).toEqual({ title: 'New', note: null })
  })

  test('an invalid input sends nothing, and its error leaves with the next key', async () => {
    const form = await aForm({ title: 'Old', count: 3 })
    await doing(() => form.now().set('title', 'New'))
    await doing(() => form.now().set('count', '1,5'))
    let values: FieldValues | null = {}
    await doing(() => {
      values = form.now().read()
    })
    expect(values).toBeNull()
    expect(Object.keys(form.now().errors)).toEqual(['count'])
    await doing(() => form.now().set('count', '1.5'))
    expect(form.now().errors).toEqual({})
  })

  test("typing in one field leaves another field's error", async () => {
    const form = await aForm({ title: 'Old' })
    await doing(() => form.now().setErrors({ title: 'Taken', note: 'Too long' }))
    await doing(() => form.now().set('title', 'Other'))
    expect(form.now().errors).toEqual({ note: 'Too long' })
  })

  test('reset takes one field back, clear all of them and their errors', async () => {
    const form = await aForm({ title: 'Old', note: 'n' })
    await doing(() => form.now().set('title', 'New'))
    await doing(() => form.now().set('note', 'm'))
    await doing(() => form.now().reset('title'))
    expect([form.now().draft('title'), form.now().draft('note')]).toEqual(['Old', 'm'])
    await doing(() => form.now().setErrors({ note: 'Too long' }))
    await doing(() => form.now().clear())
    expect([form.now().draft('note'), form.now().touched, form.now().errors]).toEqual(['n', false, {}])
  })
})

describe('the form of a new record', () => {
  test('starts with defaults and sends those only when they were touched', async () => {
    const withDefault = anApp([aField('state', { type: 'text', default: 'open' })])
    const form = await aForm(null, withDefault)
    expect(form.now().draft('state')).toBe('open')
    await doing(() => form.now().set('title', 'New'))
    let values: FieldValues | null = null
    await doing(() => {
      values = form.now().read()
    })
    expect(values).toEqual({ title: 'New' })
  })

  test('has no draft for a key that the app does not know', async () => {
    const form = await aForm(null)
    expect(form.now().draft('unknown')).toBe('')
  })
})
