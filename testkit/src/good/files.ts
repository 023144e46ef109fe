import type { Area } from './types.ts'

type Prepared = Parameters<NonNullable<Area['prepare']>>[0]

/** Uploads and the files of records. */
export const files: Area = {
  good: {
    uploadFile: () => ({ query: 'name=note.txt', body: 'Bytes of a file' }),
    attachFiles: ({ looseFileId = '' }) => ({ body: { files: [looseFileId] } }),
  },
  usedUp: ['removeFile'],
  prepare: async (world) => {
    const fileId = await upload(world)
    const { tenantId, appId, recordId } = world.resident.ids
    await world.ask(world.web, {
      method: 'POST',
      url: `/api/tenant/${tenantId}/apps/${appId}/records/${recordId}/files`,
      cookie: world.resident.cookie,
      body: { files: [fileId] },
    })
    return { fileId, looseFileId: await upload(world) }
  },
}

/** An email, so that it can be read as one, too. */
const EMAIL = 'From: Ana <ana@example.com>\nTo: ben@example.com\nSubject: Hello\n\nHello'

async function upload({ web, resident, ask }: Prepared): Promise<string> {
  const reply = await ask(web, {
    method: 'POST',
    url: `/api/tenant/${resident.ids.tenantId}/files?name=${encodeURIComponent('Bericht für é.eml')}`,
    cookie: resident.cookie,
    body: EMAIL,
  })
  const { id } = reply.json as { id: string } // the contract test checks the shape
  return id
}
