// Data for skip-rules.ts: what can be told from a path alone.

/** In lower case. */
export const LOCK_FILES: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'uv.lock',
  'poetry.lock',
  'pdm.lock',
  'requirements.lock',
  'requirements-dev.lock',
  'pipfile.lock',
  'pixi.lock',
  'pylock.toml',
  'conda-lock.yml',
  'cargo.lock',
  'go.sum',
  'go.work.sum',
  'gopkg.lock',
  'glide.lock',
  'gemfile.lock',
  'gems.locked',
  'composer.lock',
  'packages.lock.json',
  'paket.lock',
  'project.assets.json',
  'gradle.lockfile',
  'buildscript-gradle.lockfile',
  'verification-metadata.xml',
  'podfile.lock',
  'package.resolved',
  'cartfile.resolved',
  'pubspec.lock',
  'mix.lock',
  'rebar.lock',
  'stack.yaml.lock',
  'cabal.project.freeze',
  'flake.lock',
  'chart.lock',
  'module.bazel.lock',
  'maven_install.json',
  'conan.lock',
  'vcpkg-lock.json',
  'shard.lock',
  'nimble.lock',
  'dub.selections.json',
  'juliamanifest.toml',
  'renv.lock',
  'packrat.lock',
  'berksfile.lock',
  'puppetfile.lock',
  '.terraform.lock.hcl',
  'devbox.lock',
  'devcontainer-lock.json',
])

/**
 * Folders of other people's code, wherever they stand, in their exact case (`pods` may be Kubernetes').
 * `lib` and `deps` are not among them: they are mostly first-party.
 */
export const VENDORED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'web_modules',
  'third_party',
  'third-party',
  'thirdparty',
  'ThirdParty',
  '3rdparty',
  '3rd_party',
  '3rd-party',
  'site-packages',
  'Pods',
  'Carthage',
  'Godeps',
  '.venv',
  '.yarn',
  '.bundle',
  'elm-stuff',
])

/** Files of other people's tools that are copied into repositories as they are. */
export const VENDORED_FILES: readonly RegExp[] = [
  /^(?:gradlew|mvnw)(?:\.bat|\.cmd)?$/,
  /^(?:config\.guess|config\.sub|ltmain\.sh|install-sh|depcomp|py-compile|texinfo\.tex)$/,
  // With a version only: in its own repository the file has none.
  /^(?:jquery|jquery-ui|bootstrap|modernizr|mootools|prototype|angular|knockout|normalize)[.-]v?\d[\w.-]*\.(?:js|css)$/i,
  /^\.pnp\.(?:c?js|loader\.mjs)$/,
  /^ppport\.h$/,
]

/** `vendor/` below one of these may be the product's own word (a shop has vendors), so it is read. */
export const FIRST_PARTY_FOLDERS: ReadonlySet<string> = new Set([
  'src',
  'app',
  'lib',
  'internal',
  'pkg',
  'models',
  'controllers',
  'services',
  'domain',
  'features',
  'modules',
  'components',
  'pages',
  'views',
  'routes',
  'tests',
  'test',
  'docs',
])

/** Below one of these `vendor/` means what it usually means, whatever stands further up. */
export const ASSET_FOLDERS: ReadonlySet<string> = new Set([
  'assets',
  'public',
  'static',
  'javascripts',
  'stylesheets',
  'js',
  'css',
  'www',
])

const BINARY_EXTENSIONS: Readonly<Record<string, string>> = {
  'an image': 'png jpg jpeg jpe gif bmp ico icns webp avif heic heif tif tiff psd ai eps xcf sketch fig svg svgz',
  'a font': 'ttf otf woff woff2 eot ttc',
  'audio or video': 'mp3 wav ogg oga flac aac m4a mid midi mp4 m4v mov avi mkv webm wmv flv ogv',
  'an archive':
    'zip tar gz tgz bz2 tbz2 xz txz zst lz4 7z rar jar war ear whl egg gem nupkg crate deb rpm apk ipa dmg iso cab msi vsix xpi',
  'a document': 'pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi pages numbers',
  'compiled code': 'exe dll so dylib a o obj pdb class pyc pyo pyd wasm node beam elc ko swf dex rlib nib',
  'a database': 'db sqlite sqlite3 mdb accdb rdb',
  'binary data':
    'bin pak pack npy npz pkl pickle h5 hdf5 parquet avro arrow feather onnx pt pth safetensors ckpt tflite pb mat rds rdata glb fbx blend stl dds ktx uasset gmo keystore jks p12 pfx der',
}

/** What a file is by its extension (lower case, without a dot), where no text has that extension. */
export const BINARY_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(BINARY_EXTENSIONS).flatMap(([what, extensions]) =>
    extensions.split(' ').map((extension) => [extension, what] as const),
  ),
)

/** Names that only generators give. */
export const GENERATED_NAMES: ReadonlyArray<{ pattern: RegExp; what: string }> = [
  { pattern: /[.-]min\.(?:js|mjs|cjs|css)$/i, what: 'minified, by its name' },
  { pattern: /\.(?:js|mjs|cjs|css|ts|tsx)\.map$/i, what: 'a source map' },
  {
    pattern: /(?:\.pb\.(?:go|cc|h|swift|dart)|\.pb\.gw\.go|_pb2(?:_grpc)?\.pyi?|_pb\.(?:js|d\.ts|rb))$/i,
    what: 'protocol buffers, by its name',
  },
  { pattern: /\.(?:g|freezed|gr|mocks)\.dart$/i, what: 'by its name' },
  { pattern: /\.(?:designer|g|g\.i)\.(?:cs|vb)$/i, what: 'by its name' },
  { pattern: /(?:^|[./_-])generated\.[a-z0-9]+$/i, what: 'by its name' },
  { pattern: /(?:^|\/)zz_generated[^/]*$/i, what: 'by its name' },
  { pattern: /(?:^|\/)__generated__\//i, what: 'by its folder' },
  {
    pattern: /\.(?:unity|prefab|asset|mat|anim|controller)\.meta$|\.(?:nib|xcworkspacedata|xcuserstate|pbxproj)$/i,
    what: 'by its name',
  },
  {
    pattern: /(?:_string|_enumer|_mock|_easyjson|_ffjson)\.go$|(?:^|\/)mock_[^/]*\.go$|\.(?:generated|gen)\.[a-z]{1,5}$/i,
    what: 'by its name',
  },
  { pattern: /(?:^|\/)__snapshots__\/[^/]*\.(?:snap|storyshot)$/i, what: 'a test snapshot' },
  { pattern: /(?:^|\/)dist\/.*\.(?:js|mjs|cjs|css|d\.ts|d\.mts|d\.cts)$/i, what: 'a build, by its folder' },
]
