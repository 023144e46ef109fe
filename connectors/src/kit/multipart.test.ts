import { expect, test } from 'vitest'
import { multipart } from './multipart.ts'

async function read(fields: Parameters<typeof multipart>[0]): Promise<FormData> {
  const { contentType, bytes } = multipart(fields)
  return new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData()
}

test('texts, numbers, lists and files are read back as they were', async () => {
  const form = await read({
    title: 'Ä "mail"',
    count: 3,
    tags: ['a', 'b'],
    nothing: null,
    file: { name: 'hit"s.csv', type: 'text/csv', text: 'a,b\r\n1,2' },
    image: { name: 'x.bin', base64: Buffer.from([0, 255, 13, 10]).toString('base64') },
  })
  expect([form.get('title'), form.get('count'), form.getAll('tags')]).toEqual(['Ä "mail"', '3', ['a', 'b']])
  expect(form.has('nothing')).toBe(false)
  const file = form.get('file')
  const image = form.get('image')
  if (!(file instanceof File) || !(image instanceof File)) throw new Error('They are no files')
  expect([file.name, file.type, await file.text()]).toEqual(['hit"s.csv', 'text/csv', 'a,b\r\n1,2'])
  expect([...new Uint8Array(await image.arrayBuffer())]).toEqual([0, 255, 13, 10])
})

test('an object that is no file goes as JSON', async () => {
  const { bytes } = multipart({ meta: { a: 1 } })
  expect(Buffer.from(bytes).toString()).toContain('Content-Type: application/json\r\n\r\n{"a":1}\r\n')
})

test('no name or type begins a header of its own', () => {
  const { bytes } = multipart({
    'a"\r\nX-Evil: 1': { name: 'n"\r\nX-Evil: 1', type: 'text/plain\r\nX-Evil: 1', text: '' },
  })
  expect(Buffer.from(bytes).toString()).not.toMatch(/^X-Evil/m)
})

test('the same fields give the same bytes', () => {
  expect(multipart({ a: 1 })).toEqual(multipart({ a: 1 }))
  expect(multipart({ a: 1 }).contentType).not.toBe(multipart({ a: 2 }).contentType)
})
