import type { AppView } from '@caseloom/contract/apps/apps'
import { MAX_WHOLE_MAIL_BYTES } from '@caseloom/contract/records/mail'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createCommentsFixture, INNER_ROLE, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { attachFiles } from '../files/record-files.ts'
import { uploadFile } from '../files/upload-file.ts'
import { aPhishingMail } from './mail.fixture.ts'
import { anOutlookFile } from './outlook.fixture.ts'
import { createWarnings } from '../warning-lists/check-observables.ts'
import { createMailReader } from './mail-reader.ts'
import { type MailDeps, readMail } from './read-mail.ts'

let house: CommentsFixture
let app: AppView
let deps: MailDeps
let ana: Actor
let inner: Actor

beforeAll(async () => {
  house = await createCommentsFixture()
  app = await house.anApp()
  deps = { ...house.deps, mails: createMailReader(), warnings: createWarnings() }
  ana = house.person('Ana')
  inner = house.person('Ines', { principals: [INNER_ROLE] })
})
afterAll(() => house.close())

const upload = (actor: Actor, content: Readable, name = 'phish.eml') =>
  uploadFile(house.deps, house.scope, actor, { name, content })
const stream = (bytes: Buffer) => Readable.from([bytes])
async function aRecord(fields: Record<string, string | string[]> = {}, actor: Actor = ana) {
  const record = await house.records.createRecord(house.scope, actor, {
    appId: app.id,
    fields: { title: 'T', ...fields },
  })
  return { appId: app.id, recordId: record.id }
}
const read = (place: { appId: string; recordId: string }, fileId: string, actor: Actor = ana) =>
  readMail(deps, house.scope, actor, { ...place, fileId })
const NOT_FOUND = { code: 'resource.not_found' }

describe('an email among the files of a record', () => {
  it('is read from a field and from the record itself', async () => {
    const inField = await upload(ana, stream(aPhishingMail()))
    const place = await aRecord({ evidence: [inField.id] })
    const onRecord = await upload(ana, stream(aPhishingMail()), 'other name.txt')
    await attachFiles(house.deps, house.scope, ana, { ...place, files: [onRecord.id] })
    for (const { id } of [inField, onRecord])
      expect(await read(place, id)).toMatchObject({ subject: 'Invoice 1187 is overdue', notices: [] })
  })

  it('is missing for who can’t read its field, in another record, and in another tenant', async () => {
    const file = await upload(inner, stream(aPhishingMail()))
    const place = await aRecord({ secret: [file.id] }, inner)
    expect(await read(place, file.id, inner)).toMatchObject({ notices: [] })
    await expect(read(place, file.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(read(await aRecord(), file.id, inner)).rejects.toMatchObject(NOT_FOUND)
    await expect(read(place, newId(), inner)).rejects.toMatchObject(NOT_FOUND)
    const elsewhere = await house.installation.aTenant()
    await expect(readMail(deps, elsewhere, inner, { ...place, fileId: file.id })).rejects.toMatchObject(
      NOT_FOUND,
    )
  })

  it('that is no email is refused, whatever its name', async () => {
    const file = await upload(ana, stream(Buffer.from('%PDF-1.7 x')), 'phish.eml')
    const place = await aRecord({ evidence: [file.id] })
    await expect(read(place, file.id)).rejects.toMatchObject({ code: 'file.not_email' })
  })

  it('can be an Outlook file of up to 30 MB', async () => {
    const small = anOutlookFile({ '001A': 'IPM.Note', '0037': 'Invoice' })
    const file = await upload(ana, stream(small), 'invoice.msg')
    const large = await upload(ana, Readable.from([small, Buffer.alloc(MAX_WHOLE_MAIL_BYTES)]), 'large.msg')
    const place = await aRecord({ evidence: [file.id, large.id] })
    expect(await read(place, file.id)).toMatchObject({ subject: 'Invoice', notices: ['outlook'] })
    await expect(read(place, large.id)).rejects.toMatchObject({ code: 'file.too_complex' })
  })

  it('of more than 30 MB is its headers, without reading the rest', async () => {
    const head = Buffer.from('From: a@example.com\r\nSubject: Large\r\n\r\n')
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const chunks = Math.ceil(MAX_WHOLE_MAIL_BYTES / chunk.length) + 1
    const file = await upload(ana, Readable.from([head, ...Array.from({ length: chunks }, () => chunk)]))
    const mail = await read(await aRecord({ evidence: [file.id] }), file.id)
    expect(mail).toMatchObject({ subject: 'Large', notices: ['head_only', 'source_cut'], text: '' })
  })
})

it('lists values that warning lists contain apart from the others', async () => {
  const place = await aRecord()
  const text = 'From: a@evil.example\nSubject: S\n\nSee 10.1.2.3, 8.8.8.8, and 198.51.100.7'
  const file = await upload(ana, stream(Buffer.from(text)))
  await attachFiles(house.deps, house.scope, ana, { ...place, files: [file.id] })
  const mail = await read(place, file.id)
  const addresses = mail.observables.filter(({ kind }) => kind === 'ipv4')
  expect(addresses).toEqual([{ kind: 'ipv4', value: '198.51.100.7' }])
  expect(mail.hidden.map(({ value, lists }) => [value, ...lists.map(({ name }) => name)])).toEqual([
    ['10.1.2.3', 'Private and reserved addresses'],
    ['8.8.8.8', 'Public DNS resolvers'],
  ])
})
