import type { EvaluationState } from './evaluation-state.ts'
import type { Definition } from './jsonata-functions.ts'
import type { Node } from './syntax-tree.ts'

/** Variables of one block or call and those around it. */
export type Frame = { names: Map<string, unknown>; outer: Frame | undefined }
export type Fast = (input: unknown, frame: Frame, state: EvaluationState) => unknown
export type FastCompiler = {
  compile: (node: Node) => Fast
  definitions: ReadonlyMap<string, Definition>
}
