import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './times.ts'

/** Projects whose files share processes. Their files are grouped, because a process is reused only within a project. */
const SHARED = ['journeys', 'unit', 'unit-pure', 'unit-web']

const group = ({ project }: TestSpecification) => SHARED.indexOf(project.name)

/** Longest files first, so that none of them runs alone at the end; short ones as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const seconds = (file: TestSpecification) => secondsOf(relative(this.ctx.config.root, file.moduleId))
    return sorted.toSorted((one, other) => group(one) - group(other) || seconds(other) - seconds(one))
  }
}
