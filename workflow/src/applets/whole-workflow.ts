import type { Workflow, WorkflowStage } from '@caseloom/contract/apps/workflow'

/** The form logic of an app: its own stages, then those of each linked applet in their order. */
export function wholeWorkflow(app: {
  workflow?: Workflow | undefined
  applets?: readonly { stages?: WorkflowStage[] | undefined }[] | undefined
}): Workflow | undefined {
  const { workflow, applets = [] } = app
  const linked = applets.flatMap(({ stages = [] }) => stages)
  return linked.length === 0 ? workflow : { ...workflow, stages: [...(workflow?.stages ?? []), ...linked] }
}
