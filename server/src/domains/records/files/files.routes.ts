import * as routes from '@caseloom/contract/records/files'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Http } from '../../../platform/http/types.ts'
import { downloadFile } from './download-file.ts'
import { attachFiles, listRecordFiles, removeFile } from './record-files.ts'
import { uploadFile } from './upload-file.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Serves uploads and the files of records. */
export function bindFileRoutes(http: Http, deps: RecordsDeps & { files: FileStore }): void {
  http.bindTenant(routes.uploadFile, ({ scope, actor, query, stream }) =>
    uploadFile(deps, scope, actor, { name: query.name, content: stream }),
  )
  http.bindTenant(routes.listRecordFiles, ({ scope, actor, params }) =>
    listRecordFiles(deps, scope, actor, params),
  )
  http.bindTenant(routes.attachFiles, ({ scope, actor, params, body }) =>
    attachFiles(deps, scope, actor, { ...params, files: body.files }),
  )
  http.bindTenant(routes.removeFile, async ({ scope, actor, params }) => {
    await removeFile(deps, scope, actor, params)
    return undefined
  })
  http.bindTenant(routes.downloadFile, ({ scope, actor, params }) => downloadFile(deps, scope, actor, params))
}
