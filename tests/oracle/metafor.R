# Writes what the R package metafor makes of the published meta-analyses of metadat, the figures that
# tests/unit/pipeline/synthesis holds ours against. Usage: Rscript metafor.R OUT_FOLDER (make oracle).
#   studies.tsv  data set, kind (counts | moments | effects), the numbers of one study
#   fits.tsv     data set, measure, tau2 method, test, and what rma.uni and predict say
#   tables.tsv   data set, measure, method (MH | Peto): estimate, se, k
#   small.tsv    data set, measure: Egger's regression (lm), trim and fill (L0)
suppressPackageStartupMessages({ library(metafor); library(metadat) })
out <- commandArgs(trailingOnly = TRUE)[1]

columns <- list(
  counts = list(c("ai", "n1i", "ci", "n2i"), c("tpos", "tneg", "cpos", "cneg"), c("ai", "bi", "ci", "di")),
  moments = list(c("m1i", "sd1i", "n1i", "m2i", "sd2i", "n2i")),
  effects = list(c("yi", "vi")))

# One row per study in our own order of columns; NULL where the data set is of another kind.
studies_of <- function(dat, kind) {
  for (names in columns[[kind]]) {
    if (!all(names %in% colnames(dat)) || !all(sapply(dat[names], is.numeric))) next
    x <- as.data.frame(lapply(dat[names], as.numeric))
    x <- x[complete.cases(x), , drop = FALSE]
    if (kind == "counts") {
      if (names[2] %in% c("tneg", "bi")) { x[[2]] <- x[[1]] + x[[2]]; x[[4]] <- x[[3]] + x[[4]] }
      x <- x[x[[2]] > 0 & x[[4]] > 0 & x[[1]] <= x[[2]] & x[[3]] <= x[[4]], , drop = FALSE]
      x <- x[x[[1]] + x[[3]] > 0 & x[[1]] + x[[3]] < x[[2]] + x[[4]], , drop = FALSE]
    } else if (kind == "moments") {
      x <- x[x[[2]] > 0 & x[[5]] > 0 & x[[3]] >= 2 & x[[6]] >= 2, , drop = FALSE]
    } else {
      x <- x[x[[2]] > 0, , drop = FALSE]
    }
    if (nrow(x) >= 1 && nrow(x) <= 80) return(x)
  }
  NULL
}

effects_of <- function(x, kind, measure) {
  if (kind == "counts") return(escalc(measure = measure, ai = x[[1]], n1i = x[[2]], ci = x[[3]], n2i = x[[4]]))
  if (kind == "moments") return(escalc(measure = measure, m1i = x[[1]], sd1i = x[[2]], n1i = x[[3]],
                                       m2i = x[[4]], sd2i = x[[5]], n2i = x[[6]]))
  data.frame(yi = x[[1]], vi = x[[2]])
}

# Iterations to convergence, far beyond the defaults, so that no difference is one of stopping.
control <- function(method) if (method == "PM") list(tol = 1e-12, maxiter = 10000) else list(maxiter = 1000, threshold = 1e-10)
number <- function(v) ifelse(is.na(v), "", trimws(formatC(as.numeric(v), digits = 12, format = "g")))
studies <- fits <- tables <- small <- character()

add_set <- function(set, kind, x) {
  for (i in seq_len(nrow(x))) studies <<- c(studies, paste(c(set, kind, number(unlist(x[i, ]))), collapse = "\t"))
  measures <- list(counts = c("OR", "RR", "RD"), moments = c("MD", "SMD"), effects = "generic")[[kind]]
  for (measure in measures) {
    e <- effects_of(x, kind, measure)
    k <- nrow(e)
    for (method in c("EE", "DL", "PM", "REML")) for (test in c("z", "knha")) {
      if (test == "knha" && k < 2) next
      r <- tryCatch(rma(e$yi, e$vi, method = method, test = test,
                        control = control(method)), error = function(x) NULL)
      if (is.null(r)) next
      p <- predict(r)
      pi <- if (method == "EE" || k < 2) c(NA, NA) else c(p$pi.lb, p$pi.ub)
      fits <<- c(fits, paste(c(set, measure, method, test, number(c(k, r$beta, r$se, r$ci.lb, r$ci.ub, r$pval,
                 r$tau2, r$I2, r$H2, r$QE, r$QEp, pi))), collapse = "\t"))
    }
    if (k >= 3) {
      r <- tryCatch(rma(e$yi, e$vi, method = "REML", control = control("REML")),
                    error = function(x) NULL)
      if (!is.null(r)) {
        g <- tryCatch(regtest(r, model = "lm"), error = function(x) NULL)
        t <- tryCatch(trimfill(r, estimator = "L0", control = control("REML")),
                      error = function(x) NULL)
        if (!is.null(g) && !is.null(t)) small <<- c(small, paste(c(set, measure,
            number(c(g$zval, g$pval, t$k0, ifelse(t$side == "left", 1, 0), t$beta, t$se, t$tau2))), collapse = "\t"))
      }
    }
    if (kind == "counts") {
      m <- tryCatch(rma.mh(ai = x[[1]], n1i = x[[2]], ci = x[[3]], n2i = x[[4]], measure = measure,
                           correct = FALSE), error = function(x) NULL)
      if (!is.null(m)) tables <<- c(tables, paste(c(set, measure, "MH", number(c(m$beta, m$se, m$k.pos))), collapse = "\t"))
    }
  }
  if (kind == "counts") {
    m <- tryCatch(rma.peto(ai = x[[1]], n1i = x[[2]], ci = x[[3]], n2i = x[[4]]), error = function(x) NULL)
    if (!is.null(m)) tables <<- c(tables, paste(c(set, "OR", "Peto", number(c(m$beta, m$se, m$k.pos))), collapse = "\t"))
  }
}

for (name in sort(ls("package:metadat"))) {
  if (!startsWith(name, "dat.")) next
  dat <- get(name, "package:metadat")
  if (!is.data.frame(dat)) next
  for (kind in names(columns)) {
    x <- studies_of(dat, kind)
    if (is.null(x)) next
    suppressWarnings({
      add_set(name, kind, x)
      # Few studies, and a zero cell, in every kind.
      if (nrow(x) >= 3) { add_set(paste0(name, "/1"), kind, x[1, ]); add_set(paste0(name, "/2"), kind, x[1:2, ]) }
      if (kind == "counts" && nrow(x) >= 4 && x[2, 3] > 0) {
        z <- x[1:4, ]; z[2, 1] <- 0; add_set(paste0(name, "/zero"), kind, z)
      }
    })
  }
}
header <- paste0("# Made by tests/oracle/metafor.R with metafor ", packageVersion("metafor"), " and metadat ",
                 packageVersion("metadat"), "; figures of published meta-analyses.")
write_tsv <- function(file, titles, rows) writeLines(c(header, titles, rows), file.path(out, file))
write_tsv("studies.tsv", "set\tkind\tnumbers …", studies)
write_tsv("fits.tsv", "set\tmeasure\tmethod\ttest\tk\testimate\tse\tci_low\tci_high\tp\ttau2\ti2\th2\tq\tq_p\tpi_low\tpi_high", fits)
write_tsv("tables.tsv", "set\tmeasure\tmethod\testimate\tse\tk", tables)
write_tsv("small.tsv", "set\tmeasure\tegger_t\tegger_p\tfilled\tleft\testimate\tse\ttau2", small)
