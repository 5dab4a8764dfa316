import sharp from 'sharp'

// All other loaders of libvips stay disabled: SVG and PDF fetch and run content, and TIFF and AVIF have had the most vulnerabilities.
const allowedLoaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: allowedLoaders })
sharp.cache(false) // decodes share no data
sharp.concurrency(1) // the number of decodes is limited, so each gets one thread

/** The image library. It takes 50 ms and 22 MB to load, so only modules that are imported for an image import this one. */
export { sharp }
