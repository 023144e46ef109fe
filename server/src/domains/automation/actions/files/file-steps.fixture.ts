import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { type CommentsFixture, createCommentsFixture } from '@caseloom/testkit/comments-fixture'
import { aStepBench, type StepBench } from '@caseloom/testkit/step-effects'
import { createRecordStepsDoor, type RecordStepsDoor } from '../../../records/record-steps.door.ts'
import { automationMigrations } from '../../automation.migrations.ts'
import { fileEffects } from './file-effects.ts'

export interface FileSteps {
  house: CommentsFixture
  steps: RecordStepsDoor
  /** Runs steps as the maker. */
  bench: StepBench
  maker: Actor
  /** The output of a step that must succeed. */
  done(action: string, input: JsonObject): Promise<JsonObject>
}

/** Steps that read and make files, on a database with records and comments. */
export async function createFileSteps(): Promise<FileSteps> {
  const house = await createCommentsFixture({ name: 'stepfiles', migrations: automationMigrations })
  const steps = createRecordStepsDoor(house.deps)
  const maker = house.person('Maker')
  const bench = aStepBench(house.scope, fileEffects({ files: house.files, steps }), maker)
  return {
    house,
    steps,
    bench,
    maker,
    async done(action, input) {
      const outcome = await bench.step(action, input)
      if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
      return outcome.output as JsonObject
    },
  }
}
