import * as routes from '@caseloom/contract/records/comments'
import type { Http } from '../../../platform/http/types.ts'
import type { CommentsDeps } from './comments-deps.ts'
import { listComments, mentionable } from './list-comments.ts'
import { addComment, deleteComment, editComment } from './write-comment.ts'

/** Serves the comments of records. */
export function bindCommentRoutes(http: Http, deps: CommentsDeps): void {
  http.bindTenant(routes.listComments, ({ scope, actor, params, query }) =>
    listComments(deps, scope, actor, { ...params, ...query }),
  )
  http.bindTenant(routes.addComment, ({ scope, actor, params, body }) =>
    addComment(deps, scope, actor, { ...params, ...body }),
  )
  http.bindTenant(routes.mentionable, ({ scope, actor, params, query }) =>
    mentionable(deps, scope, actor, { ...params, text: query.text }),
  )
  http.bindTenant(routes.editComment, ({ scope, actor, params, body }) =>
    editComment(deps, scope, actor, { ...params, body: body.body }),
  )
  http.bindTenant(routes.deleteComment, async ({ scope, actor, params }) => {
    await deleteComment(deps, scope, actor, params)
    return undefined
  })
}
