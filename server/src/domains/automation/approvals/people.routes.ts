import * as routes from '@caseloom/contract/automation/approvals'
import type { Http } from '../../../platform/http/types.ts'
import { answerQuestion } from './answer-question.ts'
import { countWaiting, listApprovals } from './approvals.read.ts'
import { delegateQuestion } from './delegate-question.ts'
import { getApproval } from './get-approval.ts'
import { answerExternalRequest, getExternalRequest } from './external-links.ts'
import type { PeopleDeps } from './people-deps.ts'

/** Serves questions of runs to people, inside and outside. */
export function bindPeopleRoutes(http: Http, deps: PeopleDeps): void {
  http.bindTenant(routes.listApprovals, ({ scope, actor, query }) => listApprovals(deps, scope, actor, query))
  http.bindTenant(routes.countApprovals, async ({ scope, actor }) => ({
    waiting: await countWaiting(scope, actor),
  }))
  http.bindTenant(routes.getApproval, ({ scope, actor, params }) =>
    getApproval(deps, scope, actor, params.approvalId),
  )
  http.bindTenant(routes.answerApproval, ({ scope, actor, params, body, request }) =>
    answerQuestion(deps, scope, actor, { ...body, approvalId: params.approvalId, ip: request.ip }),
  )
  http.bindTenant(routes.delegateApproval, ({ scope, actor, params, body, request }) =>
    delegateQuestion(deps, scope, actor, { ...body, approvalId: params.approvalId, ip: request.ip }),
  )
  http.bind(routes.lookAtAsk, ({ params, request, reply }) => {
    quietly(reply)
    return getExternalRequest(deps, { token: params.token, ip: request.ip })
  })
  http.bind(routes.answerAsk, async ({ params, body, request, reply }) => {
    quietly(reply)
    await answerExternalRequest(deps, { token: params.token, values: body.values, ip: request.ip })
    return undefined
  })
}

/** A link is a secret: no cache keeps what is behind it, and no other site learns of it. */
function quietly(reply: { header(name: string, value: string): void }): void {
  reply.header('cache-control', 'no-store')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('x-robots-tag', 'noindex')
}
