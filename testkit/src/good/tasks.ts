import { TaskList } from '@caseloom/contract/records/tasks'
import type { Area } from './types.ts'

const FIELD = 'todo'

/** Tasks one by one. */
export const tasks: Area = {
  good: {
    addTask: () => ({ body: { title: 'Call the user', due: '2026-12-01T09:00:00Z' } }),
    changeTask: () => ({ body: { state: 'doing' } }),
    listTasks: () => ({ query: 'assignee=me&state=open' }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps/${ids.appId}/records/${ids.recordId}/tasks/${FIELD}`
    const made = await ask(web, { method: 'POST', url, cookie, body: { title: 'Look at it' } })
    const [task] = TaskList.parse(made.json).tasks
    return { taskField: FIELD, taskId: task?.id ?? '' }
  },
}
