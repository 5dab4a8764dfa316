// Builds the gallery of components, which only `npm run dev` and the tests serve. It loads the sheets of the built pages.
import { build } from 'vite'
import { describeBuild } from './build.ts'

export async function buildGallery(): Promise<void> {
  await build({
    ...describeBuild({ isQuiet: true }),
    ssr: { noExternal: true },
    build: {
      outDir: 'dist/gallery',
      ssr: 'gallery/gallery.tsx',
      target: 'node24',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'gallery.js' } },
    },
  })
}
