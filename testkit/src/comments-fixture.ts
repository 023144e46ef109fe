import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { FileView } from '@caseloom/contract/records/files'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { anAppsDoor } from './apps-door.ts'
import { appsMigrations } from '@caseloom/server/domains/apps/apps.migrations'
import type { CommentsDeps, CommentNote } from '@caseloom/server/domains/records/comments/comments-deps'
import { uploadFile } from '@caseloom/server/domains/records/files/upload-file'
import { createRecordsDoor, type RecordsDoor } from '@caseloom/server/domains/records/records.door'
import { feedMigrations } from '@caseloom/server/domains/records/feed/feed.migrations'
import { jobsMigrations } from '@caseloom/server/domains/records/job-state/jobs.migrations'
import { recordsMigrations } from '@caseloom/server/domains/records/records.migrations'
import { recordRightsMigrations } from '@caseloom/server/domains/records/permissions/permissions.migrations'
import type { Migration, TenantScope } from '@caseloom/server/platform/database/types'
import { createLocalFileStore, type FileStore } from '@caseloom/server/platform/files/file-store'
import { filesMigrations } from '@caseloom/server/platform/files/files.migrations'
import { newId } from '@caseloom/server/platform/uuid'
import { UserId } from '@caseloom/contract/kernel/ids'
import { Readable } from 'node:stream'
import { anActor, anInstallation, type TestInstallation } from './installation.ts'
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts'

/** Records with files and comments on a real database and a real folder, and people who can be mentioned. */
export interface CommentsFixture {
  installation: TestInstallation
  scope: TenantScope
  apps: AppsDoor
  records: RecordsDoor
  files: FileStore
  folder: string
  deps: CommentsDeps & { files: FileStore }
  /** Who was notified of which mention. */
  notified: CommentNote[]
  /** Someone in the tenant, who can be mentioned; with all permissions unless `over` says otherwise. */
  person(name: string, over?: Parameters<typeof anActor>[1]): Actor
  anApp(): Promise<AppView>
  upload(actor: Actor, name?: string, text?: string): Promise<FileView>
  close(): Promise<void>
}

/** Holds `secret`, and what is written in `hush`. */
export const INNER_ROLE = newId()

const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'report', label: 'Report', type: 'text', format: 'rich' },
  { key: 'evidence', label: 'Evidence', type: 'attachment' },
  {
    key: 'photo',
    label: 'Photo',
    type: 'attachment',
    multiple: false,
    mediaTypes: ['image/*'],
    maxBytes: 1000,
  },
  { key: 'secret', label: 'Secret', type: 'attachment', readers: [INNER_ROLE], writers: [INNER_ROLE] },
  { key: 'talk', label: 'Talk', type: 'comments' },
  { key: 'plain', label: 'Plain', type: 'comments', rich: false },
  { key: 'hush', label: 'Hush', type: 'comments', readers: [INNER_ROLE], writers: [INNER_ROLE] },
]

/** More migrations make another template: name the set by what it adds. */
export async function createCommentsFixture(
  more: { name?: string; migrations?: readonly Migration[] } = {},
): Promise<CommentsFixture> {
  const installation = await anInstallation(more.name ?? 'talk', [
    ...filesMigrations,
    ...appsMigrations,
    ...recordsMigrations,
    ...feedMigrations,
    ...jobsMigrations,
    ...recordRightsMigrations,
    ...(more.migrations ?? []),
  ])
  const scope = await installation.aTenant()
  const folder = await makeScratchFolder()
  const files = createLocalFileStore(folder)
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  const people: Actor[] = []
  const notified: CommentNote[] = []
  const deps: CommentsFixture['deps'] = {
    apps,
    files,
    system: installation.database.system,
    people: {
      principals: async () => ({
        roles: [],
        groups: [],
        users: people.map(({ id, name }) => ({ id: UserId.parse(id), name })),
      }),
      actors: async () => people.map((actor) => ({ actor, roles: [], lastSeenAt: null })),
    },
    notifyOfComment: async (_tx, note) => void notified.push(note),
  }
  let count = 0
  return {
    installation,
    scope,
    apps,
    records,
    files,
    folder,
    deps,
    notified,
    person(name, over = {}) {
      const actor = anActor(scope, { name, ...over })
      people.push(actor)
      return actor
    },
    anApp() {
      count += 1
      const acronym = `T${String.fromCharCode(64 + count)}`
      const app = {
        key: `talk_${count}`,
        acronym,
        name: 'Talk',
        titleField: 'title',
        listColumns: [],
        layout: [],
      }
      return apps.createApp(scope, anActor(scope), AppCreate.parse({ ...app, fields: FIELDS }))
    },
    upload: (actor, name = 'a.txt', text = 'hello') =>
      uploadFile(deps, scope, actor, { name, content: Readable.from([Buffer.from(text)]) }),
    async close() {
      await installation.close()
      removeScratchFolder(folder)
    },
  }
}
