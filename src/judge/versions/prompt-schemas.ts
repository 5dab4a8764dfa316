import { type Static, Type } from 'typebox'
import { ref } from '../../../contract/schema.ts'

const version = Type.String({ description: '`<name>@<semver>`', examples: ['launch-score@1.1.0'] })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

export const PromptActivation = Type.Object(
  {
    version,
    activatedAt: Type.String({ format: 'date-time' }),
    reason: Type.String({ description: 'The operator’s reason' }),
  },
  { $id: 'PromptActivation', description: 'An operator made a version the active one' },
)
export type PromptActivation = Static<typeof PromptActivation>

export const PromptVersions = Type.Object(
  {
    active: Type.String({ description: 'The version that new scores use' }),
    versions: Type.Array(
      Type.Object({
        id: version,
        isActive: Type.Boolean(),
        sha256: Type.String({
          pattern: '^[0-9a-f]{64}$',
          description:
            'The hash of the list of all files and rule sources with their hashes, one `<sha256>  <name>` per line',
        }),
        files: Type.Array(Type.Object({ name: Type.String(), sha256 }), {
          description: 'The files of the version and the sources of its rules',
        }),
      }),
      { description: 'Newest first' },
    ),
    activations: Type.Array(ref(PromptActivation), {
      description: 'The latest 50, newest first. Until there is one, the newest version is active',
    }),
  },
  { $id: 'PromptVersions', description: 'Every released prompt version; none of them changes' },
)
export type PromptVersions = Static<typeof PromptVersions>

export const PromptDiff = Type.Object(
  {
    from: version,
    to: version,
    diff: Type.String({ description: 'A unified diff; empty if the two versions are equal' }),
  },
  { $id: 'PromptDiff', description: 'The differences between two prompt versions: files and rule sources' },
)
export type PromptDiff = Static<typeof PromptDiff>

export const promptSchemas = [PromptActivation, PromptVersions, PromptDiff]
