import type { Field } from '@caseloom/contract/field-types/fields'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { outcome } from '@caseloom/testkit/outcome'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalFileStore, type FileStore } from '../../../platform/files/file-store.ts'
import { uploadFile } from '../files/upload-file.ts'
import { createWarnings } from '../warning-lists/check-observables.ts'
import { createMailReader } from './mail-reader.ts'
import { readMail } from './read-mail.ts'

/*
 * The emails of every record as every person reads them, against an oracle that reads the plain rows: one hangs on the
 * record itself and one in a field that has readers. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261129)
const ROUNDS = 2
let world: RightsWorld
let folder: string
let files: FileStore

interface PlainApp {
  id: string
  fields: Field[]
  sharing: { to: Record<string, string>; level: string }[] | null
  records: Map<string, string[] | null>
}
interface Mail {
  appId: string
  recordId: string
  fileId: string
  subject: string
  isSecret: boolean
}

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 3, records: 5 })
  folder = await makeScratchFolder()
  files = createLocalFileStore(folder)
}, 120_000)
afterAll(async () => {
  await world.close()
  removeScratchFolder(folder)
})

async function readPlain(): Promise<PlainApp[]> {
  return world.scope.read(async (tx) => {
    const apps = await tx.query<{ id: string; definition: Pick<PlainApp, 'fields' | 'sharing'> }>(
      'select id, definition from caseloom.app where tenant_id = $1',
      [tx.tenantId],
    )
    const plain: PlainApp[] = []
    for (const { id, definition } of apps) {
      const rows = await tx.query<{ id: string; acl: string[] | null }>(
        `select id, acl from "${tx.schema}"."a_${id.replaceAll('-', '')}" where deleted_at is null order by id`,
      )
      const records = new Map(rows.map((row) => [row.id, row.acl]))
      plain.push({ id, fields: definition.fields, sharing: definition.sharing ?? null, records })
    }
    return plain
  })
}

const secretOf = ({ fields }: PlainApp) => fields.find(({ key }) => key === 'secret')

async function fileMails(plain: readonly PlainApp[]): Promise<Mail[]> {
  const mails: Mail[] = []
  for (const app of plain)
    for (const recordId of app.records.keys())
      for (const isSecret of [false, true]) {
        const subject = `${recordId} ${isSecret}`
        const content = Readable.from([Buffer.from(`From: a@example.com\nSubject: ${subject}\n\nHello`)])
        const file = await uploadFile({ files }, world.scope, world.keeper, { name: 'a.eml', content })
        const field = isSecret ? secretOf(app)?.id : null
        await world.scope.tx((tx) =>
          tx.query(
            'update caseloom.file set record_id = $2, field_id = $3 where tenant_id = $1 and id = $4',
            [tx.tenantId, recordId, field, file.id],
          ),
        )
        mails.push({ appId: app.id, recordId, fileId: file.id, subject, isSecret })
      }
  return mails
}

const isIn = (actor: Actor, ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))

function sees(plain: readonly PlainApp[], actor: Actor, { appId, recordId, isSecret }: Mail): boolean {
  const app = plain.find(({ id }) => id === appId)
  const acl = app?.records.get(recordId)
  if (app === undefined || acl === undefined || !actor.permissions.has('record:read')) return false
  const isShared = app.sharing === null || app.sharing.some(({ to }) => isIn(actor, Object.values(to)))
  const readers = isSecret ? secretOf(app)?.readers : undefined
  return isShared && (acl === null || isIn(actor, acl)) && (readers === undefined || isIn(actor, readers))
}

const subjectOf = (work: Promise<{ subject: string }>) => outcome(work.then(({ subject }) => subject))

test('people read the emails that they can see, in records and in fields, and a planted hole is found', async () => {
  const mails = await fileMails(await readPlain())
  const reader = createMailReader()
  const warnings = createWarnings()
  let [read, refused, hidden, holes] = [0, 0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    const plain = await readPlain()
    for (const [at, actor] of world.people.entries()) {
      // The other doors have a memory of their own of what is shared.
      const apps = at % 2 === 0 ? world.deps.apps : world.others.apps
      const deps = { apps, files, mails: reader, warnings }
      for (const mail of mails) {
        const answer = await subjectOf(readMail(deps, world.scope, actor, mail))
        const said = `${actor.name}, seed ${SEED}`
        if (sees(plain, actor, mail)) {
          expect(answer, said).toBe(mail.subject)
          read += 1
          continue
        }
        expect(['resource.not_found', 'right.missing'], said).toContain(answer)
        refused += 1
        if (mail.isSecret && sees(plain, actor, { ...mail, isSecret: false })) hidden += 1
        // The hole: the same email as if the keeper had asked.
        const open = await subjectOf(readMail(deps, world.scope, world.keeper, mail))
        if (open === mail.subject) holes += 1
      }
    }
  }
  expect(Math.min(read, refused, hidden, holes)).toBeGreaterThan(0)
  process.stdout.write(
    `mail oracle, seed ${SEED}: ${read} emails agree, ${refused} refused, ${hidden} of them by a field, ${holes} planted holes found\n`,
  )
}, 120_000)
