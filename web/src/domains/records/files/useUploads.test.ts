import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TenantScope, TenantScopeContext } from '../../../data/scope.tsx'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { filesEn } from './files.en.ts'
import { useUploads } from './useUploads.ts'

startTexts()
addTexts('files', filesEn)
endHooksAfterEach()

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const VIEW = {
  id: '019a0000-0000-7000-8000-0000000000f1',
  name: 'report.pdf',
  size: 3,
  mediaType: 'application/pdf',
  sha256: 'a'.repeat(64),
  at: '2026-11-21T03:02:15.000Z',
  by: { kind: 'user', id: '019a0000-0000-7000-8000-0000000000a1', name: 'Alice Example' },
}

type Listener = (event: { loaded: number; total: number }) => void

/** The browser's request, answered by the test. */
class Request {
  static sent: Request[] = []
  readonly heard = new Map<string, Listener>()
  readonly upload = {
    addEventListener: (_name: string, heard: Listener) => this.heard.set('progress', heard),
  }
  status = 0
  responseText = ''
  address = ''
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => ''
  addEventListener(name: string, heard: Listener) {
    this.heard.set(name, heard)
  }
  send() {
    Request.sent.push(this)
  }
  abort() {
    this.emit('abort')
  }
  emit(name: string, loaded = 0) {
    this.heard.get(name)?.({ loaded, total: 4 })
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.emit('load')
  }
}

const onDone = vi.fn()
beforeEach(() => {
  Request.sent = []
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('location', { pathname: '/', origin: 'https://caseloom.example.test' })
})
afterEach(() => onDone.mockReset())

async function uploads(onLost?: (name: string, why: string) => void) {
  // The hook reads the tenant alone.
  const value = { tenantId: TENANT } as unknown as TenantScope
  const wrap = (children: ReactNode) => createElement(TenantScopeContext, { value }, children)
  const hook = await renderHook(() => useUploads(onDone, onLost), { props: null, wrap })
  return { ...hook, states: () => hook.now().sending.map(({ name, sent, error }) => [name, sent, error]) }
}
const file = (name: string, text = 'abcd') => new File([text], name)
const request = (at: number) => {
  const found = Request.sent[at]
  if (found === undefined) throw new Error('nothing was sent')
  return found
}
const settled = (work: () => void) =>
  doing(async () => {
    work()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  })
const fault = (status: number, code: string) => ({
  type: 'about:blank',
  title: 'No',
  status,
  code,
  requestId: 'r1',
})

test('files are sent immediately, show their progress, and go when they are done', async () => {
  const hook = await uploads()
  await settled(() => hook.now().add([file('a.txt'), file('b.txt')]))
  expect(Request.sent.map(({ address }) => address)).toEqual([
    expect.stringContaining('name=a.txt'),
    expect.stringContaining('name=b.txt'),
  ])
  await settled(() => request(0).emit('progress', 1))
  expect(hook.states()).toEqual([
    ['a.txt', 0.25, null],
    ['b.txt', 0, null],
  ])
  expect(hook.now().busy).toBe(true)
  await settled(() => request(0).answer(201, VIEW))
  await settled(() => request(1).answer(201, { ...VIEW, name: 'b.txt' }))
  expect(hook.states()).toEqual([])
  expect(onDone.mock.calls.map(([done]) => (done as typeof VIEW).name)).toEqual(['report.pdf', 'b.txt'])
})

test('a file that failed stays with its reason, and can be sent again', async () => {
  const hook = await uploads()
  await settled(() => hook.now().add([file('a.txt')]))
  await settled(() => request(0).emit('progress', 2))
  await settled(() => request(0).answer(507, fault(507, 'file.storage_full')))
  expect(hook.states()).toEqual([['a.txt', 0.5, 'Not enough storage space for this file']])
  expect(hook.now().busy).toBe(false)
  await settled(() => hook.now().retry(hook.now().sending[0]?.key ?? 0))
  expect(hook.states()).toEqual([['a.txt', 0, null]])
  await settled(() => request(1).emit('error'))
  expect(hook.states()).toEqual([['a.txt', 0, expect.any(String)]])
  await settled(() => hook.now().retry(hook.now().sending[0]?.key ?? 0))
  await settled(() => request(2).answer(201, VIEW))
  expect(hook.states()).toEqual([])
  expect(onDone).toHaveBeenCalledOnce()
})

test('a file over the limit is not sent', async () => {
  const hook = await uploads()
  await settled(() => hook.now().add([file('exact.txt', 'abcd'), file('big.txt', 'abcde')], 4))
  expect(Request.sent).toHaveLength(1)
  expect(hook.states()[1]?.[2]).toMatch(/^Larger than 4/)
  await settled(() => hook.now().drop(hook.now().sending[1]?.key ?? 0))
  expect(hook.states()).toEqual([['exact.txt', 0, null]])
})

test('a dropped file is stopped without a reason; one that is gone is left alone', async () => {
  const hook = await uploads()
  await settled(() => hook.now().add([file('a.txt')]))
  const key = hook.now().sending[0]?.key ?? 0
  await settled(() => hook.now().drop(key))
  await settled(() => hook.now().retry(key))
  expect(hook.states()).toEqual([])
  expect(Request.sent).toHaveLength(1)
  expect(onDone).not.toHaveBeenCalled()
})

test('leaving the page stops what is on its way', async () => {
  const hook = await uploads()
  await settled(() => hook.now().add([file('a.txt'), file('b.txt')]))
  const stopped = Request.sent.map((each) => vi.spyOn(each, 'abort'))
  await hook.unmount()
  for (const stop of stopped) expect(stop).toHaveBeenCalledOnce()
})

test('files that outlive their page are still added, and one that fails then says so', async () => {
  const onLost = vi.fn()
  const hook = await uploads(onLost)
  await settled(() => hook.now().add([file('a.txt'), file('b.txt')]))
  await hook.unmount()
  await settled(() => request(0).answer(201, VIEW))
  await settled(() => request(1).answer(507, fault(507, 'file.storage_full')))
  expect(onDone).toHaveBeenCalledOnce()
  expect(onLost.mock.calls).toEqual([['b.txt', 'Not enough storage space for this file']])
})
