# The tool as an image, from the packed package: `npm pack && docker build --tag homologa .`
#
#   docker run --rm --publish 8080:8080 homologa
#   docker run --rm --no-healthcheck --user "$(id -u)" --volume "$PWD":/work homologa check
#
# The first is the emulated ERP, the second any other command, in the folder of a project and as its owner.
# Reports are written below /work, and renewed tokens to /state: keep both in volumes. Everything else may be read-only.

# Nothing here differs between platforms, and the image itself runs nothing while it is built: it needs no emulator.
FROM --platform=$BUILDPLATFORM node:24-slim AS package
COPY homologa-*.tgz /homologa.tgz
RUN npm install --no-audit --no-fund --prefix /opt/homologa /homologa.tgz && mkdir /empty

FROM node:24-slim
COPY --from=package /opt/homologa /opt/homologa
COPY --from=package --chown=1000:1000 /empty /work
COPY --from=package --chown=1000:1000 /empty /state
ENV PATH=/opt/homologa/node_modules/.bin:$PATH XDG_STATE_HOME=/state
# a number, because Kubernetes cannot tell from a name that it is not root
USER 1000:1000
WORKDIR /work
VOLUME ["/work", "/state"]
EXPOSE 8080
# Connects, closes its half and waits until the service closes the other: no request, so no log shows it and `--at` does not count it.
HEALTHCHECK --interval=3s --timeout=3s CMD ["node", "-e", "require('net').connect(8080, '127.0.0.1').end().resume()"]
ENTRYPOINT ["homologa"]
CMD ["emulate", "--host", "0.0.0.0", "--port", "8080"]
